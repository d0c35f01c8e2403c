def count_norms(model, x, norm):
    r"""How often a model applies its norm in one forward pass.

    $$ n = \#\{\text{calls of } N \text{ while } \mathrm{model}(x, N) \text{ runs}\} $$

    model: a function (x, norm) -> anything, which has to use the norm that it is given. x: its input. norm: the norm.
    Returns an int. A norm over all heads at once, as in QK-norm, is one call, as it is one module in a framework.
    Errors: none of its own. Source: counting calls; frameworks do it with forward hooks.
    """
    calls = 0

    def counted(*args, **kwargs):
        nonlocal calls
        calls += 1
        return norm(*args, **kwargs)

    model(x, counted)
    return calls
