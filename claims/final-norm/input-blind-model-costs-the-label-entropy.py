"""Give every input the same logits, and look for ones that cost less than the entropy of the labels."""

import numpy as np

from refutable import above, close, mutant


def check(cross_entropy):
    rng = np.random.default_rng(0)
    labels = np.repeat(np.arange(12), rng.integers(1, 30, size=12))
    frequency = np.bincount(labels) / len(labels)
    entropy = -(frequency * np.log(frequency)).sum()

    def cost(row):
        return cross_entropy(np.tile(row, (len(labels), 1)), labels)

    close("equal logits against ln V", cost(np.full(12, 3.0)), np.log(12), atol=1e-9)
    close("equal logits of size 1000", cost(np.full(12, 1000.0)), np.log(12), atol=1e-9)
    close("logits ln(frequency) against the entropy", cost(np.log(frequency)), entropy, atol=1e-9)
    above(
        "least of 300 random rows, less the entropy",
        min(cost(row) for row in rng.normal(0, 2, (300, 12))) - entropy,
        0.0,
    )
    close(
        "logits (0, ln 3), labels 0, 0, 1",
        cross_entropy(np.log([[1.0, 3], [1, 3], [1, 3]]), np.array([0, 0, 1])),
        np.log(4) - np.log(3) / 3,
        atol=1e-9,
    )
    logits, targets = rng.normal(0, 3000, (5, 3)), np.array([2, 0, 1, 1, 2])
    logits[1] -= 1000
    costs = [np.log(np.exp(z - z.max()).sum()) + z.max() - z[t] for z, t in zip(logits, targets, strict=True)]
    close("rows of very different size", cross_entropy(logits, targets), np.mean(costs), atol=1e-9)


@mutant("cross_entropy")
def in_bits(logits, labels):
    """Takes the logarithm to base 2."""
    z = logits - logits.max(axis=-1, keepdims=True)
    return (np.log2(np.exp(z).sum(axis=-1)) - z[np.arange(len(labels)), labels] / np.log(2)).mean()


@mutant("cross_entropy")
def sum_over_the_batch(logits, labels):
    """Sums over the examples instead of averaging."""
    z = logits - logits.max(axis=-1, keepdims=True)
    return (np.log(np.exp(z).sum(axis=-1)) - z[np.arange(len(labels)), labels]).sum()


@mutant("cross_entropy")
def largest_for_log_sum(logits, labels):
    """Replaces the log-sum-exp by the largest logit, so a tie costs nothing."""
    return (logits.max(axis=-1) - logits[np.arange(len(labels)), labels]).mean()


@mutant("cross_entropy")
def forgets_to_normalize(logits, labels):
    """Takes the logits for log-probabilities."""
    return -logits[np.arange(len(labels)), labels].mean()


@mutant("cross_entropy")
def one_minus_probability(logits, labels):
    """Averages 1 - p instead of -ln p."""
    p = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return 1 - (p / p.sum(axis=-1, keepdims=True))[np.arange(len(labels)), labels].mean()


@mutant("cross_entropy")
def scores_its_own_guess(logits, labels):
    """Uses the largest logit in place of the label."""
    z = logits - logits.max(axis=-1, keepdims=True)
    return np.log(np.exp(z).sum(axis=-1)).mean()
