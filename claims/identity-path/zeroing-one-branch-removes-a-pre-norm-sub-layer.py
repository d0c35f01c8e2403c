"""Compare a stack whose third branch is zero with the stack that lacks the third sub-layer."""

import numpy as np

from refutable import above, close, equal, mutant


def check(stack, pre_block, post_block, layer_norm):
    rng = np.random.default_rng(17)
    x, gain = rng.normal(3.0, 2.0, size=(3, 8)), rng.normal(1.0, 0.5, size=8)
    branches = [lambda z, w=w: np.tanh(z @ w) for w in rng.normal(size=(5, 8, 8)) / 2]
    zeroed = [*branches[:2], lambda z: 0.0 * z, *branches[3:]]

    def pair(block, gain):
        def run(some):
            return stack(x, lambda z: layer_norm(z, gain=gain, eps=0.0), some, block)[-1]

        return run(zeroed), run(branches[:2] + branches[3:])

    equal("pre-norm, bit for bit", bool(np.array_equal(*pair(pre_block, gain))), True)
    zero, removed = pair(post_block, gain)
    above("post-norm with gain, largest difference", np.abs(zero - removed).max(), 0.1)
    zero, removed = pair(post_block, None)
    close("post-norm without gain", zero, removed, atol=1e-12)


@mutant("pre_block")
def post_norm(x, norm, branch):
    """Normalizes the sum even if the branch is zero."""
    return norm(x + branch(x))


@mutant("pre_block")
def skip_after_the_norm(x, norm, branch):
    """Takes the skip from the normalized copy."""
    u = norm(x)
    return u + branch(u)


@mutant("post_block")
def pre_norm(x, norm, branch):
    """Leaves the skip outside the norm."""
    return x + branch(norm(x))


@mutant("layer_norm")
def gain_ignored(x, gain=None, bias=None, eps=1e-5):
    """Forgets the gain."""
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + eps)


@mutant("layer_norm")
def eps_always_on(x, gain=None, bias=None, eps=1e-5):
    """Adds 1e-3 to the variance whatever eps is asked for, so that a second norm still changes something."""
    y = (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + 1e-3)
    return y if gain is None else y * gain


@mutant("stack")
def scales_by_depth(x, norm, branches, block):
    """Divides every write by its position, so removing a sub-layer changes the later ones."""
    streams = [x]
    for depth, branch in enumerate(branches, start=1):
        streams.append(block(streams[-1], norm, lambda z, b=branch, n=depth: b(z) / n))
    return streams
