def annotated_sublayer(x, norm, branch, dropout):
    r"""The sub-layer of the Annotated Transformer as its code has it; its text gives LayerNorm(x + Sublayer(x)).

    $$ x' = x + D(F(N(x))) $$

    x: the residual stream, shape (..., width). norm, branch, dropout: functions that keep the shape.
    Returns the next stream. Errors: none.
    Source: harvardnlp/annotated-transformer at debc9fd, `the_annotated_transformer.py` lines 344-357 (the text is at
    lines 332-337).
    """
    return x + dropout(branch(norm(x)))
