"""Send four streams through 48 blocks with zero branches, mixed by doubly stochastic and by free matrices."""

import numpy as np

from refutable import above, below, close, mutant

N, BLOCKS = 4, 48


def doubly_stochastic(rng):
    weights = rng.dirichlet(np.ones(6)) / 10
    return 0.9 * np.eye(N) + sum(weight * np.eye(N)[rng.permutation(N)] for weight in weights)


def free(rng):
    return np.eye(N) + 0.3 * rng.normal(size=(N, N))


def run(hyper_block, layer_norm, streams, mixes):
    for mix in mixes:
        streams = hyper_block(streams, np.ones(N) / N, np.ones(N), mix, layer_norm, np.zeros_like)
    return streams


def check(hyper_block, pre_block, layer_norm):
    rng = np.random.default_rng(0)
    x = rng.normal(size=(N, 3, 8))
    kind, wild = ([draw(rng) for _ in range(BLOCKS)] for draw in (doubly_stochastic, free))
    for name, mixes in (("doubly stochastic", kind), ("free", wild)):
        product = np.linalg.multi_dot(mixes)  # the first block's matrix stands left, since streams take it transposed
        out = run(hyper_block, layer_norm, x, mixes)
        want = np.einsum("jk,j...->k...", product, x)
        close(f"{name}: streams against the product", out, want, atol=1e-12 * np.abs(want).max())
    out = run(hyper_block, layer_norm, x, kind)
    close("doubly stochastic: mean of the streams", out.mean(axis=0), x.mean(axis=0), atol=1e-12)
    below("doubly stochastic: length of the streams, over that at first", np.linalg.norm(out) / np.linalg.norm(x), 1.0)
    spread = np.linalg.norm(out - out.mean(axis=0)) / np.linalg.norm(x - x.mean(axis=0))
    below("doubly stochastic and random: differences of the streams, over those at first", spread, 0.2)
    turned = run(hyper_block, layer_norm, x, [np.roll(np.eye(N), 1, axis=0)] * BLOCKS)
    close("a permutation, 48 times: every stream is back", turned, x, atol=1e-12)
    draws = [run(hyper_block, layer_norm, np.eye(N), [free(rng) for _ in range(BLOCKS)]) for _ in range(300)]
    factors = [np.linalg.norm(end, 2) for end in draws]  # the streams were the identity, so each end is its matrix
    above("free: largest factor of the skip, median of 300 draws", np.median(factors), 100.0)

    def branch(z):
        return np.sin(z) + z[..., ::-1]

    once = hyper_block(x, np.eye(N)[1], np.array([0.5, 0, 2, 0]), kind[0], layer_norm, branch)
    by_hand = np.einsum("jk,j...->k...", kind[0], x)
    by_hand[0] += 0.5 * branch(layer_norm(x[1]))
    by_hand[2] += 2 * branch(layer_norm(x[1]))
    close("one block by hand", once, by_hand, atol=1e-12)
    single = hyper_block(x[:1], np.ones(1), np.ones(1), np.ones((1, 1)), layer_norm, branch)
    close("one stream: pre-norm", single[0], pre_block(x[0], layer_norm, branch), atol=1e-12)


def observe(a, hyper_block, layer_norm):  # the mean of two streams (a, 0) behind a mixing matrix that is not stochastic
    mix = np.array([[1.0, 0.5], [0.0, 1.0]])
    streams = np.array([[a], [0.0]])
    return hyper_block(streams, np.ones(2), np.zeros(2), mix, layer_norm, np.zeros_like).mean(axis=0)


@mutant("hyper_block", belief=True)
def streams_are_carried_as_they_are(streams, read, write, mix, norm, branch):
    """Believes that every stream passes untouched, as in pre-norm."""
    return streams + np.multiply.outer(write, branch(norm(np.tensordot(read, streams, axes=1))))


@mutant("hyper_block")
def mixed_the_other_way(streams, read, write, mix, norm, branch):
    """Takes rows for columns of the mixing matrix."""
    kept = np.tensordot(mix, streams, axes=1)
    return kept + np.multiply.outer(write, branch(norm(np.tensordot(read, streams, axes=1))))


@mutant("hyper_block")
def writes_to_all_alike(streams, read, write, mix, norm, branch):
    """Adds the same write to every stream."""
    return np.tensordot(mix.T, streams, axes=1) + branch(norm(np.tensordot(read, streams, axes=1)))


@mutant("hyper_block")
def reads_the_first_stream(streams, read, write, mix, norm, branch):
    """Ignores the weights of reading."""
    return np.tensordot(mix.T, streams, axes=1) + np.multiply.outer(write, branch(norm(streams[0])))


@mutant("hyper_block")
def norm_on_the_streams(streams, read, write, mix, norm, branch):
    """Normalizes the streams before it mixes them."""
    streams = norm(streams)
    return np.tensordot(mix.T, streams, axes=1) + np.multiply.outer(write, branch(np.tensordot(read, streams, axes=1)))


@mutant("hyper_block")
def write_is_mixed_too(streams, read, write, mix, norm, branch):
    """Adds the write first and mixes afterwards."""
    write = np.multiply.outer(write, branch(norm(np.tensordot(read, streams, axes=1))))
    return np.tensordot(mix.T, streams + write, axes=1)
