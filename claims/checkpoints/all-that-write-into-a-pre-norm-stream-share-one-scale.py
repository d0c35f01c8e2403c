"""Scale embedding and output matrices of a pre-norm stack, one and all, and project the gradient on them."""

import numpy as np

from refutable import above, close, mutant


def check(jacobian, stack, pre_block, rms_norm, logits):
    rng = np.random.default_rng(21)
    tokens, d, depth, words = 3, 8, 2, 5
    w_in, unembedding = rng.normal(size=(depth, d, d)) / 2, rng.normal(size=(words, d))
    embedded, w_out = 1 + 2 * rng.normal(size=(tokens, d)), rng.normal(size=(depth, d, d))
    theta = np.concatenate([embedded.ravel(), w_out.ravel()])

    def norm(z):
        return rms_norm(z, eps=0.0)

    def run(theta, final):
        x, w = theta[: tokens * d].reshape(tokens, d), theta[tokens * d :].reshape(w_out.shape)
        branches = [lambda z, i=i: np.tanh(z @ w_in[i]) @ w[i] for i in range(depth)]
        return logits(stack(x, norm, branches, pre_block)[-1], unembedding, final)

    plain = run(theta, norm)
    x = embedded
    for a, b in zip(w_in, w_out, strict=True):  # the stack written out
        x = x + np.tanh(x / np.sqrt((x**2).mean(axis=-1, keepdims=True)) @ a) @ b
    close(
        "logits, against the stack written out",
        plain,
        x / np.sqrt((x**2).mean(axis=-1, keepdims=True)) @ unembedding.T,
        atol=1e-12,
    )
    for a in (0.1, 30.0):
        close(f"logits with all that write times {a}", run(a * theta, norm), plain, atol=1e-11)
        raw = run(a * theta, lambda z: z)
        close(f"without a final norm, times {a}", raw / a, run(theta, lambda z: z), atol=1e-11)
    target = rng.normal(size=(tokens, words))
    gradient = jacobian(lambda v: np.mean((run(v, norm) - target) ** 2), theta)[0]
    close(
        "cosine of the gradient and all that write",
        gradient @ theta / np.linalg.norm(gradient) / np.linalg.norm(theta),
        0.0,
        atol=1e-9,
    )
    start = 0
    for name, size in (("embedding", tokens * d), ("first output matrix", d * d), ("second output matrix", d * d)):
        part = slice(start, start + size)
        other = theta.copy()
        other[part] *= 2
        above(f"logits with the {name} alone doubled, distance", np.abs(run(other, norm) - plain).max(), 0.1)
        above(f"inner product of gradient and {name}", abs(gradient[part] @ theta[part]), 0.01)
        start += size


@mutant("pre_block")
def without_norm(x, norm, branch):
    """Lets the branch read the raw stream."""
    return x + branch(x)


@mutant("pre_block")
def post_norm(x, norm, branch):
    """Normalizes the sum, so that the scale is lost at once."""
    return norm(x + branch(x))


@mutant("pre_block")
def output_norm(x, norm, branch):
    """Normalizes the write, so that the output matrices are scale-free alone."""
    return x + norm(branch(norm(x)))


@mutant("rms_norm")
def large_eps(x, gain=None, eps=1e-5):
    """Adds 1 under the root."""
    return x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + 1)


@mutant("logits")
def forgets_the_final_norm(x, unembedding, norm):
    """Reads the raw stream in any case."""
    return x @ unembedding.T


@mutant("logits")
def always_normalized(x, unembedding, norm):
    """Normalizes in any case."""
    return x / np.sqrt((x**2).mean(axis=-1, keepdims=True)) @ unembedding.T


@mutant("stack")
def skips_the_last_block(x, norm, branches, block):
    """Returns the stream before the last block."""
    streams = [x]
    for branch in branches[:-1]:
        streams.append(block(streams[-1], norm, branch))
    return streams


@mutant("jacobian")
def forward_difference(f, x, step=1e-3):
    """Takes one-sided differences, whose error is larger than the limit."""
    return np.stack([(np.ravel(f(x + step * e)) - np.ravel(f(x))) / step for e in np.eye(len(x))], axis=1)
