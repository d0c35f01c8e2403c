"""Two Admin sub-layers against two plain post-norm sub-layers with folded parameters."""

import numpy as np

from refutable import close, mutant


def check(admin_block, post_block, layer_norm, feed_forward):
    rng = np.random.default_rng(0)
    d, hidden = 16, 32
    w_in, w_out = rng.normal(size=(2, d, hidden)) / 4, rng.normal(size=(2, hidden, d)) / 6
    omega, gain, bias = 1 + rng.uniform(size=(2, d)), rng.normal(size=(2, d)), rng.normal(size=(2, d))
    x = 3 + 2 * rng.normal(size=(5, d))

    admin = x
    for k in (0, 1):
        admin = admin_block(
            admin,
            lambda z, k=k: layer_norm(z, gain[k], bias[k]),
            lambda z, k=k: feed_forward(z, w_in[k], w_out[k]),
            omega[k],
        )
    folded_gain, folded_bias = [gain[0] * omega[1], gain[1]], [bias[0] * omega[1], bias[1]]
    plain = x * omega[0]  # the first omega goes into the embedding
    for k in (0, 1):
        plain = post_block(
            plain,
            lambda z, k=k: layer_norm(z, folded_gain[k], folded_bias[k]),
            lambda z, k=k: feed_forward(z, w_in[k] / omega[k][:, None], w_out[k]),
        )
    close("Admin against folded post-norm", plain, admin, atol=1e-11)
    by_hand = omega[0] * x[0] + np.maximum(0, x[0] @ w_in[0]) @ w_out[0]
    by_hand = gain[0] * (by_hand - by_hand.mean()) / np.sqrt(by_hand.var() + 1e-5) + bias[0]
    one = admin_block(
        x, lambda z: layer_norm(z, gain[0], bias[0]), lambda z: feed_forward(z, w_in[0], w_out[0]), omega[0]
    )
    close("first row of one sub-layer by hand", one[0], by_hand, atol=1e-11)


@mutant("admin_block")
def omega_on_the_branch(x, norm, branch, omega):
    """Weights the branch in place of the skip."""
    return norm(x + omega * branch(x))


@mutant("admin_block")
def omega_on_both(x, norm, branch, omega):
    """Gives the branch the weighted stream as well."""
    return norm(omega * x + branch(omega * x))


@mutant("admin_block")
def omega_after_the_norm(x, norm, branch, omega):
    """Weights the normalized sum."""
    return omega * norm(x + branch(x))


@mutant("post_block")
def norm_inside_the_branch(x, norm, branch):
    """Pre-norm, into which nothing folds."""
    return x + branch(norm(x))


@mutant("layer_norm")
def bias_forgotten(x, gain=None, bias=None, eps=1e-5):
    """Applies the gain and forgets the bias."""
    y = (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + eps)
    return y if gain is None else gain * y


@mutant("feed_forward")
def no_relu(x, w_in, w_out, b_in=0.0, b_out=0.0):
    """Forgets the ReLU."""
    return (x @ w_in + b_in) @ w_out + b_out
