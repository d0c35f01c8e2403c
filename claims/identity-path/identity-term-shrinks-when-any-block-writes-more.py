"""Scale what one middle block writes and follow the size of the final norm's Jacobian, the identity term."""

import numpy as np

from refutable import below, close, mutant


def check(stack, pre_block, layer_norm, layer_norm_jacobian):
    rng = np.random.default_rng(13)
    x, weights = rng.normal(3.0, 2.0, size=16), rng.normal(size=(12, 16, 16)) / 4
    sizes = []
    for scale in (1.0, 10.0, 100.0):
        factors = np.where(np.arange(12) == 5, scale, 1.0)
        branches = [lambda z, w=w, a=a: a * np.tanh(z @ w) for w, a in zip(weights, factors, strict=True)]
        end = stack(x, lambda z: layer_norm(z, eps=0.0), branches, pre_block)[-1]
        sizes.append(np.linalg.norm(layer_norm_jacobian(end, eps=0.0)))
        close(f"size times deviation, block 6 times {scale}", sizes[-1] * end.std(), np.sqrt(14), atol=1e-9)
    below("size of the identity term, block 6 times 100 against times 1", sizes[2] / sizes[0], 0.1)


def observe(a, layer_norm_jacobian):
    # the identity term for a stream to which some block has written the multiple a of (1, 2, 3, 5)
    return np.linalg.norm(layer_norm_jacobian(np.array([1.0, -1.0, 1.0, -1.0]) + a * np.array([1.0, 2.0, 3.0, 5.0])))


@mutant("layer_norm_jacobian", belief=True)
def independent_of_the_stream(x, eps=1e-5):
    """Believes that the identity term is the same whatever the stream holds."""
    return np.eye(len(x))


@mutant("layer_norm_jacobian")
def forgets_the_deviation(x, eps=1e-5):
    """Removes the two directions and forgets to divide by the deviation."""
    y = (x - x.mean()) / x.std()
    return np.eye(len(x)) - 1 / len(x) - np.outer(y, y) / len(x)


@mutant("layer_norm_jacobian")
def divides_by_the_variance(x, eps=1e-5):
    """Divides by the variance instead of the deviation."""
    y = (x - x.mean()) / x.std()
    return (np.eye(len(x)) - 1 / len(x) - np.outer(y, y) / len(x)) / (x.var() + eps)


@mutant("pre_block")
def post_norm(x, norm, branch):
    """Normalizes the sum, so no block can make the stream grow."""
    return norm(x + branch(x))


@mutant("pre_block")
def output_norm(x, norm, branch):
    """Normalizes what the branch writes, which undoes the factor."""
    return x + norm(branch(x))


@mutant("stack")
def stops_halfway(x, norm, branches, block):
    """Runs only the first five blocks, so the scaled one is never reached."""
    streams = [x]
    for branch in branches[:5]:
        streams.append(block(streams[-1], norm, branch))
    return streams
