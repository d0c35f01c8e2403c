"""Attention, found by its weights: rows that are not negative and sum to one."""


def attends(block, norms):
    """Which of the norms inside the branches change the weights of attention, and the width of a head.

    Returns `softmax` (whether there are such weights), `head` and `norms` (number -> "logits" or "").
    """
    steps = block.base.steps
    found = next(
        (i for i, step in enumerate(steps) if step.outs and _weights(step.outs[0]) and _logits(steps, i)), None
    )
    if found is None:
        return {"softmax": False, "head": None, "norms": {}}
    product = _logits(steps, found)
    feeds = {}
    for n in norms:
        if block.norms[n].made[0] < found:
            changed = block.again(block.moved(block.norms[n].made))[0].changed
            if (found, 0) in changed:
                feeds[n] = "logits"
    return {"softmax": True, "head": product.shapes[-2][-1], "norms": feeds}


def _weights(t):
    if t.dim() < 3 or t.shape[-1] < 5 or not t.numel() or t.is_complex():
        return False
    return bool((t >= 0).all() and (t.sum(-1) - 1).abs().max() < 1e-4 and ((t > 0.001) & (t < 0.999)).any())


def _logits(steps, index):
    """The product of queries and keys before the weights: the last matrix product of as many elements, or one less a row."""
    out = steps[index].outs[0]
    sizes = (out.numel(), out.numel() // out.shape[-1] * (out.shape[-1] - 1))  # a sink adds one column
    for step in reversed(steps[max(0, index - 40) : index]):
        if step.mixes and step.outs[0].numel() in sizes and len(step.shapes) > 1:
            return step
    return None
