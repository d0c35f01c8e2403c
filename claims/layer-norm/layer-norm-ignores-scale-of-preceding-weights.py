"""Transform the weight matrix before LayerNorm in three ways."""

import numpy as np

from refutable import above, close, mutant


def check(layer_norm):
    rng = np.random.default_rng(17)
    x, weights = rng.normal(5, 3, size=(3, 12)), rng.normal(size=(16, 12))  # one row of weights for each output

    def output(w):
        return layer_norm(x @ w.T, eps=0.0)

    close("all weights times 7", output(7 * weights), output(weights), atol=1e-11)
    close("one row added to all rows", output(weights + rng.normal(size=12)), output(weights), atol=1e-11)
    uneven = weights * np.linspace(0.5, 2, 16)[:, None]
    above("each row with a factor of its own", np.abs(output(uneven) - output(weights)).max(), 0.2)
    z = x @ weights.T
    expected = (z - z.mean(axis=-1, keepdims=True)) / z.std(axis=-1, keepdims=True)
    close("the output itself", output(weights), expected, atol=1e-11)


@mutant("layer_norm")
def no_centring(x, gain=None, bias=None, eps=1e-5):
    """Does not subtract the mean, so that a common row is seen."""
    return x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)


@mutant("layer_norm")
def centre_only(x, gain=None, bias=None, eps=1e-5):
    """Forgets to divide, so that the scale of the weights is seen."""
    return x - x.mean(axis=-1, keepdims=True)


@mutant("layer_norm")
def over_the_batch(x, gain=None, bias=None, eps=1e-5):
    """Takes the statistics of each feature over the batch, which ignores the scale of single rows."""
    return (x - x.mean(axis=0)) / np.sqrt(x.var(axis=0) + eps)


@mutant("layer_norm")
def fixed_epsilon(x, gain=None, bias=None, eps=1e-5):
    """Uses an eps of 1e-5 whatever was asked for."""
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + 1e-5)
