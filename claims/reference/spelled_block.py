def spelled_block(x, norm, branch, before, after, dropout=lambda z: z):
    r"""One sub-layer written in Tensor2Tensor's letters: a adds the stream, n normalizes, d drops out.

    $$x' = \mathrm{after}(F(\mathrm{before}(x)))$$

    x: the residual stream, shape (..., width). norm, branch, dropout: functions that keep the shape.
    before, after: the letters applied, in order, to what the branch reads and to what it writes.
    Returns the next stream, shape (..., width). Raises ValueError for any other letter.
    Source: Tensor2Tensor 1.15.7, `layers/common_layers.py` lines 868-925.
    """

    def spell(value, letters):
        for letter in letters:
            if letter == "a":
                value = value + x
            elif letter == "n":
                value = norm(value)
            elif letter == "d":
                value = dropout(value)
            else:
                raise ValueError(f"no step is called {letter!r}; use a, n or d")
        return value

    return spell(branch(spell(x, before)), after)
