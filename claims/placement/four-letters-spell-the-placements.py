"""Spell each placement and compare with its block, under a norm with gain and a branch that is not linear."""

import numpy as np

from refutable import close, equal, mutant


def check(spelled_block, pre_block, post_block, output_norm_block, sandwich_block, layer_norm):
    rng = np.random.default_rng(2)
    x, w, gain = rng.normal(3.0, 2.0, size=(4, 8)), rng.normal(size=(8, 8)), rng.normal(1.0, 0.3, size=8)

    def norm(z):
        return layer_norm(z, gain=gain, eps=1e-6)

    def branch(z):
        return np.tanh(z @ w) + 0.5

    def spelled(before, after):
        return spelled_block(x, norm, branch, before, after)

    close('"" and "dan" against post-norm', spelled("", "dan"), post_block(x, norm, branch), atol=1e-12)
    close('"n" and "da" against pre-norm', spelled("n", "da"), pre_block(x, norm, branch), atol=1e-12)
    close('"" and "dna" against output-norm', spelled("", "dna"), output_norm_block(x, norm, branch), atol=1e-12)
    close('"n" and "dna" against sandwich', spelled("n", "dna"), sandwich_block(x, norm, norm, branch), atol=1e-12)
    standardized = (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + 1e-6)
    close('"n" and "da" by formula', spelled("n", "da"), x + np.tanh(standardized * gain @ w) + 0.5, atol=1e-12)
    try:
        refused = spelled("x", "")
    except ValueError as error:
        refused = str(error)
    equal("an unknown letter", refused, "no step is called 'x'; use a, n or d")


@mutant("spelled_block")
def read_backwards(x, norm, branch, before, after, dropout=lambda z: z):
    """Applies the letters from right to left."""
    value = branch(norm(x) if "n" in before else x)
    for letter in reversed(after):
        value = value + x if letter == "a" else norm(value) if letter == "n" else dropout(value)
    return value


@mutant("spelled_block")
def adds_what_the_branch_read(x, norm, branch, before, after, dropout=lambda z: z):
    """Adds the normalized copy instead of the stream."""
    read = norm(x) if "n" in before else x
    value = branch(read)
    for letter in after:
        value = value + read if letter == "a" else norm(value) if letter == "n" else dropout(value)
    return value


@mutant("pre_block")
def output_norm(x, norm, branch):
    """Normalizes the write and calls that pre-norm."""
    return x + norm(branch(x))


@mutant("post_block")
def norm_of_the_write(x, norm, branch):
    """Normalizes the write and calls that post-norm."""
    return x + norm(branch(x))


@mutant("output_norm_block")
def post_norm(x, norm, branch):
    """Normalizes the sum and calls that output-norm."""
    return norm(x + branch(x))


@mutant("sandwich_block")
def second_norm_on_the_stream(x, norm_in, norm_out, branch):
    """Puts the second norm after the addition."""
    return norm_out(x + branch(norm_in(x)))


@mutant("layer_norm")
def root_mean_square(x, gain=None, bias=None, eps=1e-5):
    """Does not subtract the mean."""
    return gain * x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)
