"""Apply the Jacobian of a block with a strong branch to the directions that its norm cannot see."""

import numpy as np

from refutable import above, close, mutant


def check(pre_block, layer_norm, rms_norm, jacobian):
    rng = np.random.default_rng(8)
    x = rng.normal(3.0, 2.0, size=8)
    w = 5 * rng.normal(size=(8, 8))

    def block_jacobian(norm):
        return jacobian(lambda v: pre_block(v, norm, lambda z: np.sin(z @ w / 8) @ w), x)

    with_layer_norm = block_jacobian(lambda z: layer_norm(z, eps=0.0))
    close("LayerNorm: J 1", with_layer_norm @ np.ones(8), 1.0, atol=1e-7)
    close("LayerNorm: J (x - mean)", with_layer_norm @ (x - x.mean()), x - x.mean(), atol=1e-7)
    with_rms_norm = block_jacobian(lambda z: rms_norm(z, eps=0.0))
    close("RMSNorm: J x", with_rms_norm @ x, x, atol=1e-7)
    above("RMSNorm: change of J 1", np.linalg.norm(with_rms_norm @ np.ones(8) - 1), 1.0)


@mutant("layer_norm")
def root_mean_square(x, gain=None, bias=None, eps=1e-5):
    """Does not subtract the mean."""
    return x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)


@mutant("layer_norm")
def centre_only(x, gain=None, bias=None, eps=1e-5):
    """Subtracts the mean and does not divide."""
    return x - x.mean(axis=-1, keepdims=True)


@mutant("rms_norm")
def subtracts_the_mean(x, gain=None, eps=1e-5):
    """Centres as LayerNorm does."""
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + eps)


@mutant("pre_block")
def output_norm(x, norm, branch):
    """Lets the branch read the raw stream."""
    return x + norm(branch(x))


@mutant("pre_block")
def post_norm(x, norm, branch):
    """Normalizes the sum, which removes both directions instead of passing them."""
    return norm(x + branch(x))
