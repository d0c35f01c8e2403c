"""Record what each branch reads and compare mean and deviation with 0 and 1."""

import numpy as np

from refutable import close, mutant


def check(stack, post_block, pre_block, layer_norm):
    rng = np.random.default_rng(28)
    x = rng.normal(3.0, 2.0, size=(4, 16))
    weights = rng.normal(size=(4, 16, 16))

    def reads(block):
        seen = []

        def recorded(w):
            def branch(z):
                seen.append(z)
                return np.tanh(z @ w) + 1.0

            return branch

        stack(x, lambda z: layer_norm(z, eps=0.0), [recorded(w) for w in weights], block)
        return np.array(seen)

    post = reads(post_block)
    close("post-norm, what branch 1 reads", post[0], x, atol=1e-12)
    for name, seen in (("post-norm, branches 2 to 4", post[1:]), ("pre-norm, branches 1 to 4", reads(pre_block))):
        close(f"{name}: mean", seen.mean(axis=-1), 0.0, atol=1e-12)
        close(f"{name}: deviation", seen.std(axis=-1), 1.0, atol=1e-12)


def observe(x, post_block, layer_norm):
    seen = []
    post_block(x, lambda z: layer_norm(z, eps=0.0), lambda z: seen.append(z) or z)
    return seen[0]


@mutant("post_block", belief=True)
def standardizes_its_input(x, norm, branch):
    """Normalizes what the branch reads as well."""
    return norm(x + branch(norm(x)))


@mutant("post_block")
def output_norm(x, norm, branch):
    """Normalizes the branch only, so later branches read a raw stream."""
    return x + norm(branch(x))


@mutant("pre_block")
def reads_the_raw_stream(x, norm, branch):
    """Leaves out the norm."""
    return x + branch(x)


@mutant("layer_norm")
def centre_only(x, gain=None, bias=None, eps=1e-5):
    """Subtracts the mean and does not divide."""
    return x - x.mean(axis=-1, keepdims=True)


@mutant("layer_norm")
def over_all_tokens(x, gain=None, bias=None, eps=1e-5):
    """Takes mean and variance over all tokens together."""
    return (x - x.mean()) / np.sqrt(x.var() + eps)
