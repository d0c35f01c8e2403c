"""Differentiate a stack with a final norm and subtract what flows through the branches' writes."""

import numpy as np

from refutable import close, equal, mutant


def check(stack, pre_block, layer_norm, layer_norm_jacobian, jacobian):
    rng = np.random.default_rng(12)
    x = rng.normal(3.0, 2.0, size=8)
    branches = [lambda z, w=w: np.tanh(z @ w) for w in rng.normal(size=(4, 8, 8)) / 2]

    def norm(z):
        return layer_norm(z, eps=0.0)

    def writes(v):
        total = np.zeros(8)
        for branch in branches:  # recomputed here, without the block under test
            total = total + branch(norm(v + total))
        return total

    end = stack(x, norm, branches, pre_block)[-1]
    final = layer_norm_jacobian(end, eps=0.0)
    whole = jacobian(lambda v: norm(stack(v, norm, branches, pre_block)[-1]), x)
    identity_term = whole - final @ jacobian(writes, x)
    close("identity term against the Jacobian of the final norm", identity_term, final, atol=1e-8)
    values = np.linalg.svd(identity_term, compute_uv=False)
    equal("rank of the identity term", int(np.sum(values > 1e-6)), 8 - 2)
    close("its Frobenius norm", np.linalg.norm(values), np.sqrt(8 - 2) / end.std(), atol=1e-8)


def observe(x, layer_norm_jacobian):
    return layer_norm_jacobian(x, eps=0.0)


@mutant("layer_norm_jacobian", belief=True)
def identity_arrives_untouched(x, eps=1e-5):
    """Lets the identity pass the final norm unchanged."""
    return np.eye(len(x))


@mutant("layer_norm_jacobian")
def scaled_only(x, eps=1e-5):
    """Divides by the deviation and forgets the two directions that the norm removes."""
    return np.eye(len(x)) / np.sqrt(x.var() + eps)


@mutant("layer_norm")
def root_mean_square(x, gain=None, bias=None, eps=1e-5):
    """Does not subtract the mean."""
    return x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)


@mutant("pre_block")
def skip_after_the_norm(x, norm, branch):
    """Takes the skip from the normalized copy."""
    u = norm(x)
    return u + branch(u)


@mutant("stack")
def forgets_the_last_block(x, norm, branches, block):
    """Leaves out the skip of the last sub-layer."""
    streams = [x]
    for branch in branches:
        streams.append(block(streams[-1], norm, branch))
    streams[-1] = streams[-1] - streams[-2]
    return streams
