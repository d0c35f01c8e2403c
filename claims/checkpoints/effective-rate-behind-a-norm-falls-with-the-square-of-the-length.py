"""Train a matrix before a norm and a longer copy of it, at rates that are said to make them equal."""

import numpy as np

from refutable import above, close, mutant


def check(jacobian, rms_norm, output_norm_block, adam_step):
    rng = np.random.default_rng(3)
    d, steps = 8, 3
    x, target, start = rng.normal(1, 2, size=(3, d)), rng.normal(size=(3, d)), rng.normal(size=d * d)

    def output(v):
        return output_norm_block(x, lambda z: rms_norm(z, eps=0.0), lambda z: np.tanh(z) @ v.reshape(d, d))

    def gradient(v):
        return jacobian(lambda v: np.mean((output(v) - target) ** 2), v, step=1e-3 * np.linalg.norm(v) / 8)[0]

    def descend(v, rate):
        for _ in range(steps):
            v = v - rate * gradient(v)
        return v

    def adam(v, rate):
        first = second = np.zeros_like(v)
        for step in range(1, steps + 1):
            update, first, second = adam_step(gradient(v), first, second, step, lr=rate, eps=0.0)
            v = v - update
        return v

    for a in (0.5, 3.0):
        for name, train, rate, power in (("descent", descend, 2.0, 2), ("Adam", adam, 0.1, 1)):
            short, long = train(start, rate), train(a * start, a**power * rate)
            close(
                f"{name}: {a} W at {a}^{power} times the rate, against {a} times the other", long / a, short, atol=1e-7
            )
            close(f"{name}: their outputs", output(long), output(short), atol=1e-7)
            other = train(a * start, rate)
            above(
                f"{name}: {a} W at the same rate, distance of the outputs",
                np.abs(output(other) - output(short)).max(),
                0.01,
            )
    g, small = gradient(start), 1e-3
    z = np.tanh(x) @ start.reshape(d, d)
    r = np.sqrt((z**2).mean(axis=-1, keepdims=True))
    up = 2 * (x + z / r - target) / x.size
    by_hand = np.tanh(x).T @ ((up - z * (up * z).mean(axis=-1, keepdims=True) / r**2) / r)
    close("gradient of W, against the formula", g, by_hand.ravel(), atol=1e-9)
    turned = [
        np.linalg.norm(v / np.linalg.norm(v) - start / np.linalg.norm(start))
        for v in (start - small * g, 3 * start - small * gradient(3 * start))
    ]
    close("turn of the direction by a small step, against that of 3 W", turned[0] / turned[1], 9.0, rtol=1e-3)
    close("turn against rate / length squared", turned[0], small * np.linalg.norm(g) / np.linalg.norm(start), rtol=1e-3)


@mutant("output_norm_block")
def pre_norm(x, norm, branch):
    """Normalizes what the branch reads."""
    return x + branch(norm(x))


@mutant("output_norm_block")
def post_norm(x, norm, branch):
    """Normalizes the sum, in which the skip does not scale with the matrix."""
    return norm(x + branch(x))


@mutant("rms_norm")
def large_eps(x, gain=None, eps=1e-5):
    """Adds 1 under the root, so that the norm notices the scale."""
    return x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + 1)


@mutant("rms_norm")
def divides_by_the_mean_square(x, gain=None, eps=1e-5):
    """Forgets the root."""
    return x / ((x**2).mean(axis=-1, keepdims=True) + eps)


@mutant("adam_step")
def without_the_second_moment(gradient, first, second, step, lr=1e-3, beta1=0.9, beta2=0.999, eps=1e-8):
    """Momentum only, whose step follows the size of the gradient."""
    first = beta1 * first + (1 - beta1) * gradient
    return lr * first / (1 - beta1**step), first, second


@mutant("adam_step")
def with_its_usual_eps_made_large(gradient, first, second, step, lr=1e-3, beta1=0.9, beta2=0.999, eps=1e-8):
    """Adds 0.01 in the denominator, so that the size of the gradient counts."""
    first = beta1 * first + (1 - beta1) * gradient
    second = beta2 * second + (1 - beta2) * gradient**2
    return lr * first / (1 - beta1**step) / (np.sqrt(second / (1 - beta2**step)) + 0.01), first, second


@mutant("jacobian")
def without_the_two(f, x, step=1e-3):
    """Divides central differences by h and not by 2h."""
    return np.stack([(np.ravel(f(x + step * e)) - np.ravel(f(x - step * e))) / step for e in np.eye(len(x))], axis=1)
