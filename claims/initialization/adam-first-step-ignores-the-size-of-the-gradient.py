"""First Adam step for gradients over nine orders of magnitude."""

import numpy as np

from refutable import close, mutant


def check(adam_step):
    rng = np.random.default_rng(0)
    gradient = rng.uniform(0.1, 3, size=(4, 16)) * np.sign(rng.normal(size=(4, 16)))
    zero = np.zeros_like(gradient)
    for size in (1e-4, 1.0, 1e5):
        update, first, second = adam_step(size * gradient, zero, zero, 1, lr=3e-4)
        close(
            f"first step, gradients of size {size:g}, over the learning rate",
            update / 3e-4,
            np.sign(gradient),
            atol=2e-3,
        )
        close("first moment over the gradient", first / size / gradient, 0.1 + zero, atol=1e-12)
        close("second moment over the squared gradient", second / (size * gradient) ** 2, 0.001 + zero, atol=1e-12)
    # not so later on: a gradient that changes its sign half of the time moves the weight less
    update, *_ = adam_step(-gradient, first / size, second / size**2, 2, lr=3e-4)
    close(
        "second step after a change of sign, over the learning rate", update / 3e-4, -np.sign(gradient) / 19, atol=1e-6
    )
    tiny = adam_step(np.full(4, 1e-8), np.zeros(4), np.zeros(4), 1)[0]
    close("default rate, gradient as small as the default epsilon", tiny, 5e-4, atol=1e-12)
    coarse = adam_step(np.full(4, 1e-6), np.zeros(4), np.zeros(4), 1, lr=3e-4, eps=1e-5)[0]
    close("eps 1e-5, gradient 1e-6, over the learning rate", coarse / 3e-4, 1 / 11, atol=1e-12)


def observe(a, adam_step):
    return adam_step(np.array([a, -a]), np.zeros(2), np.zeros(2), 1)[0]


@mutant("adam_step", belief=True)
def proportional(gradient, first, second, step, lr=1e-3, beta1=0.9, beta2=0.999, eps=1e-8):
    """Believes that a small gradient makes a small step, as in plain gradient descent."""
    return lr * gradient, beta1 * first + (1 - beta1) * gradient, beta2 * second + (1 - beta2) * gradient**2


@mutant("adam_step")
def not_corrected(gradient, first, second, step, lr=1e-3, beta1=0.9, beta2=0.999, eps=1e-8):
    """Forgets the bias correction, which makes the first step three times as large."""
    first, second = beta1 * first + (1 - beta1) * gradient, beta2 * second + (1 - beta2) * gradient**2
    return lr * first / (np.sqrt(second) + eps), first, second


@mutant("adam_step")
def epsilon_fixed(gradient, first, second, step, lr=1e-3, beta1=0.9, beta2=0.999, eps=1e-8):
    """Has PyTorch's default epsilon built in."""
    first, second = beta1 * first + (1 - beta1) * gradient, beta2 * second + (1 - beta2) * gradient**2
    return lr * (first / (1 - beta1**step)) / (np.sqrt(second / (1 - beta2**step)) + 1e-8), first, second


@mutant("adam_step")
def no_root(gradient, first, second, step, lr=1e-3, beta1=0.9, beta2=0.999, eps=1e-8):
    """Divides by the second moment in place of its root."""
    first, second = beta1 * first + (1 - beta1) * gradient, beta2 * second + (1 - beta2) * gradient**2
    return lr * (first / (1 - beta1**step)) / (second / (1 - beta2**step) + eps), first, second


@mutant("adam_step")
def sign_only(gradient, first, second, step, lr=1e-3, beta1=0.9, beta2=0.999, eps=1e-8):
    """Takes the sign of the gradient and keeps no moments, at every step."""
    return lr * np.sign(gradient), (1 - beta1) * gradient, (1 - beta2) * gradient**2


@mutant("adam_step")
def corrected_twice(gradient, first, second, step, lr=1e-3, beta1=0.9, beta2=0.999, eps=1e-8):
    """Counts the steps from 0 and corrects the first step with the second step's factors."""
    first, second = beta1 * first + (1 - beta1) * gradient, beta2 * second + (1 - beta2) * gradient**2
    step = step + 1
    return lr * (first / (1 - beta1**step)) / (np.sqrt(second / (1 - beta2**step)) + eps), first, second
