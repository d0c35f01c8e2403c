"""Gradient gain of output-norm attention stacks with and without QK-norm."""

import numpy as np

from refutable import above, below, mutant


def check(output_norm_block, rms_norm, stack, qk_logits, gradient_gain):
    tokens, d, depth = 16, 32, 24
    gains = {"without": [], "with": []}
    for seed in range(6):
        rng = np.random.default_rng(seed)
        w = rng.normal(size=(depth, 3, d, d)) / np.sqrt(d)
        x = rng.normal(size=(tokens, d))
        for name, qk_norm in (("without", None), ("with", rms_norm)):

            def attend(z, a, qk_norm=qk_norm):
                logits = qk_logits(z @ a[0], z @ a[1], 1, qk_norm)[0]
                weights = np.exp(logits - logits.max(axis=-1, keepdims=True))
                return weights / weights.sum(axis=-1, keepdims=True) @ z @ a[2]

            branches = [lambda z, a=a, attend=attend: attend(z, a) for a in w]
            gains[name].append(gradient_gain(lambda z, b=branches: stack(z, rms_norm, b, output_norm_block)[-1], x))
    without, with_qk = (np.exp(np.log(gains[name]).mean()) for name in ("without", "with"))
    above("gain without QK-norm over gain with it", without / with_qk, 5)
    below("gain with QK-norm", with_qk, 20)


@mutant("output_norm_block")
def sandwich(x, norm, branch):
    """Normalizes the branch's input as well, so that the logits cannot grow."""
    return x + norm(branch(norm(x)))


@mutant("output_norm_block")
def norm_on_the_sum(x, norm, branch):
    """Post-norm."""
    return norm(x + branch(x))


@mutant("output_norm_block")
def no_norm(x, norm, branch):
    """Forgets the norm, so that the gradient explodes with QK-norm as well."""
    return x + branch(x)


@mutant("qk_logits")
def norm_ignored(q, k, heads, norm=None, per_head=True):
    """Accepts a QK-norm and does not apply it."""
    return (q @ k.T / np.sqrt(q.shape[-1]))[None]


@mutant("qk_logits")
def uniform(q, k, heads, norm=None, per_head=True):
    """Returns zero logits, Xiong's simplification, which hides the effect."""
    return np.zeros((heads, len(q), len(q)))
