"""Take gradient steps on a matrix that writes into a norm, follow its length, and scale it."""

import numpy as np

from refutable import above, close, mutant


def check(jacobian, rms_norm, output_norm_block):
    rng = np.random.default_rng(11)
    d = 8
    x, target, w = rng.normal(1, 2, size=(3, d)), rng.normal(size=(3, d)), rng.normal(size=d * d)

    def gradient(v):
        def loss(v):
            branch = lambda z: np.tanh(z) @ v.reshape(d, d)  # noqa: E731
            return np.mean((output_norm_block(x, lambda z: rms_norm(z, eps=0.0), branch) - target) ** 2)

        return jacobian(loss, v)[0]

    for a in (0.5, 4.0):
        close(f"gradient at {a} W, times {a}", a * gradient(a * w), gradient(w), atol=1e-8)
    v = w
    for step in range(3):
        g = gradient(v)
        close(f"square of the length after step {step + 1}", np.sum((v - 2 * g) ** 2), v @ v + 4 * g @ g, rtol=1e-9)
        v = v - 2 * g
    above("length after three steps of size 2 / length before", np.linalg.norm(v) / np.linalg.norm(w), 1.001)


@mutant("output_norm_block")
def pre_norm(x, norm, branch):
    """Normalizes what the branch reads."""
    return x + branch(norm(x))


@mutant("output_norm_block")
def post_norm(x, norm, branch):
    """Normalizes the sum."""
    return norm(x + branch(x))


@mutant("output_norm_block")
def bias_before_the_norm(x, norm, branch):
    """Adds a bias to the write before it is normalized."""
    return x + norm(branch(x) + 0.5)


@mutant("rms_norm")
def large_eps(x, gain=None, eps=1e-5):
    """Adds 1 under the root."""
    return x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + 1)


@mutant("rms_norm")
def identity(x, gain=None, eps=1e-5):
    """Does not normalize."""
    return x


@mutant("jacobian")
def without_the_two(f, x, step=1e-3):
    """Divides central differences by h and not by 2h: the gradient is twice as large."""
    return np.stack([(np.ravel(f(x + step * e)) - np.ravel(f(x - step * e))) / step for e in np.eye(len(x))], axis=1)
