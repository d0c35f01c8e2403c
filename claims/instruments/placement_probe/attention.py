"""Attention, found by its weights: rows that are not negative and sum to one."""


def attends(block, norms, stream):
    """How the norms inside the branches change the product of queries and keys, and the width of a head.

    stream: addresses that are held, so that no branch is seen to change what a later one does. Returns `head` (None
    without such weights) and `feeds`: number of a norm -> "directly" or "through a matrix"; without such weights
    "another product" of two tensors that both depend on the input.
    """
    steps = block.base.steps
    live = block.again(x=block.x + block.noise)[0].changed  # what a router multiplies by is a constant
    products = [p for i, step in enumerate(steps) if step.outs and _weights(step.outs[0])
                and (p := _product(steps, i, live)) is not None]
    if not products:
        return {"head": None, "feeds": {n: "another product" for n in norms if _multiplied(block, n, live)}}
    operands = {address for p in products for _, address in steps[p].operands}
    feeds = {}
    for n in norms:
        move = block.moved(block.norms[n].made) | block.frozen(stream)
        if block.again(move)[0].changed & {(p, 0) for p in products}:
            if operands & block.again(move, "frozen")[0].changed:
                feeds[n] = "directly"
            elif block.norms[n].source in live and not block.bypassed(n):  # no context, and no block inside the branch
                feeds[n] = "through a matrix"
    return {"head": steps[products[0]].operands[-2][0][-1], "feeds": feeds}  # queries and keys come last, behind a bias


def _multiplied(block, n, live):
    """Whether a norm feeds, past all matrices of weights, a product of two tensors that both depend on the input."""
    moved = block.again(block.moved(block.norms[n].made), "frozen")[0].changed
    return any(step.mixes and len(step.operands) > 1 and all(a in live for _, a in step.operands[-2:])
               and any(a in moved for _, a in step.operands[-2:]) for step in block.base.steps)


def _weights(t):
    if t.dim() < 3 or t.shape[-1] < 5 or not t.numel() or t.is_complex():
        return False
    return bool((t >= 0).all() and (t.sum(-1) - 1).abs().max() < 1e-4 and ((t > 0.001) & (t < 0.999)).any())


def _product(steps, index, live):
    """The product of queries and keys: the last of as many elements, or of one less a row, for a sink adds a column."""
    out = steps[index].outs[0]
    sizes = (out.numel(), out.numel() // out.shape[-1] * (out.shape[-1] - 1))
    return next((i for i in range(index - 1, max(0, index - 40), -1)
                 if steps[i].mixes and steps[i].outs[0].numel() in sizes and len(steps[i].operands) > 1
                 and all(address in live for _, address in steps[i].operands[-2:])), None)
