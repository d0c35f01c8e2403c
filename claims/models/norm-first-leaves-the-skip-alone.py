"""PyTorch's encoder layer with both settings of norm_first, with zero branches and with real ones."""

import numpy as np

from refutable import close, equal, mutant


def check(pytorch_encoder_layer, pre_block, post_block, layer_norm):
    rng = np.random.default_rng(0)
    d = 16
    w = rng.normal(size=(2, d, d)) / 4
    x = 3 + 2 * rng.normal(size=(6, d))

    def attend(z):
        return np.tanh(z.mean(axis=0) + z) @ w[0]

    def mlp(z):
        return np.maximum(0, z @ w[1])

    silent = pytorch_encoder_layer(x, layer_norm, np.zeros_like, layer_norm, np.zeros_like, norm_first=True)
    equal("norm_first with zero branches", silent, x)
    first = pytorch_encoder_layer(x, layer_norm, attend, layer_norm, mlp, norm_first=True)
    close(
        "norm_first against pre-norm", first, pre_block(pre_block(x, layer_norm, attend), layer_norm, mlp), atol=1e-12
    )
    last = pytorch_encoder_layer(x, layer_norm, attend, layer_norm, mlp)
    close(
        "the default against post-norm",
        last,
        post_block(post_block(x, layer_norm, attend), layer_norm, mlp),
        atol=1e-12,
    )
    u = (x[0] - x[0].mean()) / np.sqrt(x[0].var() + 1e-5)
    half = pytorch_encoder_layer(x, layer_norm, np.zeros_like, layer_norm, mlp, norm_first=True)
    close("first row with attention zero, by hand", half[0], x[0] + np.maximum(0, u @ w[1]), atol=1e-12)
    def second(z):
        return layer_norm(z, gain=np.linspace(0.5, 2.0, d))

    for flag, block in ((True, pre_block), (False, post_block)):
        got = pytorch_encoder_layer(x, layer_norm, attend, second, mlp, norm_first=flag)
        want = block(block(x, layer_norm, attend), second, mlp)
        close(f"two norms of different gain, norm_first {flag}", got, want, atol=1e-12)


def observe(x, pytorch_encoder_layer, layer_norm):
    return pytorch_encoder_layer(x, layer_norm, np.zeros_like, layer_norm, np.zeros_like, norm_first=True)


@mutant("pytorch_encoder_layer", belief=True)
def residual_after_the_norm(x, norm1, attention, norm2, feed_forward, norm_first=False):
    """The first patch: the residual is the normalized tensor."""
    if norm_first:
        u = norm1(x)
        x = u + attention(u)
        u = norm2(x)
        return u + feed_forward(u)
    x = norm1(x + attention(x))
    return norm2(x + feed_forward(x))


@mutant("pytorch_encoder_layer")
def default_is_norm_first(x, norm1, attention, norm2, feed_forward, norm_first=True):
    """Turns the default around."""
    if norm_first:
        x = x + attention(norm1(x))
        return x + feed_forward(norm2(x))
    x = norm1(x + attention(x))
    return norm2(x + feed_forward(x))


@mutant("pytorch_encoder_layer")
def flag_ignored(x, norm1, attention, norm2, feed_forward, norm_first=False):
    """Is post-norm whatever the flag says."""
    x = norm1(x + attention(x))
    return norm2(x + feed_forward(x))


@mutant("pytorch_encoder_layer")
def output_norm(x, norm1, attention, norm2, feed_forward, norm_first=False):
    """Normalizes the branches' outputs when norm_first is set."""
    if norm_first:
        x = x + norm1(attention(x))
        return x + norm2(feed_forward(x))
    x = norm1(x + attention(x))
    return norm2(x + feed_forward(x))


@mutant("pre_block")
def normalised_skip(x, norm, branch):
    """Normalizes the skip."""
    return norm(x) + branch(norm(x))


@mutant("post_block")
def norm_inside_the_branch(x, norm, branch):
    """Pre-norm."""
    return x + branch(norm(x))


@mutant("layer_norm")
def root_mean_square(x, gain=None, bias=None, eps=1e-5):
    """Forgets to subtract the mean."""
    return x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)
