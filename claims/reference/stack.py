def stack(x, norm, branches, block):
    r"""Sub-layers one after another; every stream on the way, the input first.

    $$x_{l+1} = \mathrm{block}(x_l, N, F_l), \qquad l = 0, \dots, L-1$$

    x: the first stream, shape (..., width). branches: L functions, one a sub-layer (a Transformer layer has two).
    block: `pre_block`, `post_block` or another function (x, norm, branch) -> x.
    Returns a list of L + 1 arrays of the shape of x. There is no final norm: apply it to the last one if wanted.
    Source: Vaswani et al. 2017, section 3.1.
    """
    streams = [x]
    for branch in branches:
        streams.append(block(streams[-1], norm, branch))
    return streams
