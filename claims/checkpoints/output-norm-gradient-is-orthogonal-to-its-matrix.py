"""Differentiate a loss by the output matrix of a block, in three placements, and project on the matrix."""

import numpy as np

from refutable import above, close, mutant


def check(jacobian, rms_norm, output_norm_block, sandwich_block, pre_block):
    rng = np.random.default_rng(9)
    d = 8
    x, target, w = rng.normal(1, 2, size=(3, d)), rng.normal(size=(3, d)), rng.normal(size=(d, d))

    def norm(z):
        return rms_norm(z, eps=0.0)

    def radial(block):  # the inner product of gradient and matrix, and their lengths
        def loss(v):
            return np.sum(target * block(lambda z: np.tanh(z) @ v.reshape(d, d)))

        gradient = jacobian(loss, w.ravel())[0]
        return gradient @ w.ravel(), np.linalg.norm(gradient)

    for name, block in (
        ("output-norm", lambda branch: output_norm_block(x, norm, branch)),
        ("sandwich", lambda branch: sandwich_block(x, norm, norm, branch)),
    ):
        product, length = radial(block)
        close(f"{name}: cosine of gradient and matrix", product / length / np.linalg.norm(w), 0.0, atol=1e-8)
        above(f"{name}: length of the gradient", length, 0.1)
    product, _ = radial(lambda branch: pre_block(x, norm, branch))
    above("pre-norm: inner product of gradient and matrix", abs(product), 1.0)
    u = x / np.sqrt((x**2).mean(axis=-1, keepdims=True))
    close("pre-norm: derivative along the write", product, np.sum(target * (np.tanh(u) @ w)), atol=1e-7)


@mutant("output_norm_block")
def pre_norm(x, norm, branch):
    """Normalizes the input of the branch and not its output."""
    return x + branch(norm(x))


@mutant("output_norm_block")
def post_norm(x, norm, branch):
    """Normalizes the sum, in which the skip does not scale with the matrix."""
    return norm(x + branch(x))


@mutant("sandwich_block")
def no_output_norm(x, norm_in, norm_out, branch):
    """Forgets the second norm."""
    return x + branch(norm_in(x))


@mutant("pre_block")
def norm_of_the_write(x, norm, branch):
    """Normalizes the write as well."""
    return x + norm(branch(norm(x)))


@mutant("rms_norm")
def large_eps(x, gain=None, eps=1e-5):
    """Adds 1 under the root, so that the norm notices the scale."""
    return x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + 1)


@mutant("jacobian")
def forward_difference(f, x, step=1e-3):
    """Takes one-sided differences, whose error here is larger than the limit."""
    return np.stack([(np.ravel(f(x + step * e)) - np.ravel(f(x))) / step for e in np.eye(len(x))], axis=1)
