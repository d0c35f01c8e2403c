def opt_layer(x, attention_norm, attention, final_norm, feed_forward, do_layer_norm_before=True):
    r"""One layer of OPT, whose flag moves both norms between the branch input and the sum.

    $$ \text{before:}\ h = x + A(N_1(x)),\ x' = h + M(N_2(h)); \qquad
       \text{after:}\ h = N_1(x + A(x)),\ x' = N_2(h + M(h)) $$

    x: shape (tokens, width). The others are functions that keep the shape; dropout is left out.
    Returns the next stream. Errors: none.
    Source: Hugging Face transformers 5.24.0, `models/opt/modeling_opt.py` lines 217-254.
    """
    for norm, branch in ((attention_norm, attention), (final_norm, feed_forward)):
        x = x + branch(norm(x)) if do_layer_norm_before else norm(x + branch(x))
    return x
