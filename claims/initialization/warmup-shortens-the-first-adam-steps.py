"""Way of a weight under Adam with a constant gradient, with and without warmup."""

import numpy as np

from refutable import close, mutant


def check(adam_step, warmup_rate):
    gradient, peak = np.array([1e-4, -3.0, 2e5]), 1e-3

    def steps(warmup, count):
        first, second, taken = np.zeros(3), np.zeros(3), []
        for t in range(1, count + 1):
            rate = warmup_rate(t, warmup, peak)
            update, first, second = adam_step(gradient, first, second, t, lr=rate)
            taken.append(update / peak * np.sign(gradient))
        return np.array(taken)

    for warmup in (4, 40):
        ramp = np.minimum(1, np.arange(1, 2 * warmup + 1) / warmup)
        close(
            f"steps over the peak rate, T = {warmup}", steps(warmup, 2 * warmup), ramp[:, None] + np.zeros(3), atol=2e-4
        )
        way, bare = steps(warmup, warmup).sum(axis=0), steps(1, warmup).sum(axis=0)
        close(
            f"way with over way without, T = {warmup}", way / bare, (warmup + 1) / (2 * warmup) + np.zeros(3), atol=1e-6
        )
    close("no warmup, way of 40 steps", steps(1, 40).sum(axis=0), 40 + np.zeros(3), atol=0.01)


@mutant("warmup_rate")
def no_warmup(step, steps, peak):
    """Starts at the peak."""
    return peak


@mutant("warmup_rate")
def counts_from_zero(step, steps, peak):
    """Starts at rate 0, one step late."""
    return min(1.0, (step - 1) / steps) * peak


@mutant("warmup_rate")
def never_stops(step, steps, peak):
    """Keeps raising the rate after the warmup."""
    return step / steps * peak


@mutant("warmup_rate")
def root_ramp(step, steps, peak):
    """Raises the rate with the root of the step."""
    return min(1.0, step / steps) ** 0.5 * peak


@mutant("adam_step")
def proportional(gradient, first, second, step, lr=1e-3, beta1=0.9, beta2=0.999, eps=1e-8):
    """Plain gradient descent, whose steps are as large as the gradient."""
    return lr * gradient, first, second


@mutant("adam_step")
def not_corrected(gradient, first, second, step, lr=1e-3, beta1=0.9, beta2=0.999, eps=1e-8):
    """Forgets the bias correction."""
    first, second = beta1 * first + (1 - beta1) * gradient, beta2 * second + (1 - beta2) * gradient**2
    return lr * first / (np.sqrt(second) + eps), first, second
