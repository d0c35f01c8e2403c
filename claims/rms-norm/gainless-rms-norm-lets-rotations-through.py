"""Rotate tokens, and then embeddings and all matrices of a small pre-norm model, and compare outputs."""

import numpy as np

from refutable import above, close, mutant


def check(rms_norm, layer_norm, pre_block, stack, feed_forward, attention):
    rng = np.random.default_rng(1)
    d = 16
    x = rng.normal(1, 2, size=(5, d))
    turn = np.linalg.qr(rng.normal(size=(d, d)))[0]
    for eps in (0.0, 0.5):
        before, after = rms_norm(x @ turn, eps=eps), rms_norm(x, eps=eps) @ turn
        close(f"rotated before or after, eps {eps}", before, after, atol=1e-12)
    quarter = rms_norm(np.array([[-4.0, 3.0]]), eps=0.0)
    close("RMSNorm of (3, 4), turned by 90 degrees", quarter, [[-1.1313708, 0.8485281]], atol=1e-7)
    gain = rng.uniform(0.5, 2, size=d)
    above("with a gain: mean difference", np.abs(rms_norm(x @ turn, gain) - rms_norm(x, gain) @ turn).mean(), 0.1)
    above("LayerNorm: mean difference", np.abs(layer_norm(x @ turn) - layer_norm(x) @ turn).mean(), 0.1)

    layers = [rng.normal(size=(count, d, d)) / 4 for count in (4, 2, 4)]  # attention, feed-forward, attention
    head = rng.normal(size=(d, 7))

    def model(x, layers, head, gain=None):
        branches = [lambda z, w=w: attention(z, *w, heads=2) if len(w) == 4 else feed_forward(z, *w) for w in layers]
        return rms_norm(stack(x, lambda z: rms_norm(z, gain), branches, pre_block)[-1]) @ head

    def turned(layers):
        return [(*(turn.T @ w for w in reads), writes @ turn) for *reads, writes in layers]

    plain = model(x, layers, head)
    rotated = model(x @ turn, turned(layers), turn.T @ head)
    close("a model of three sub-layers, all of it rotated", rotated, plain, atol=1e-11)
    folded = [(*(gain[:, None] * w for w in reads), writes) for *reads, writes in layers]
    with_gain = model(x, layers, head, gain)
    close("the same with a gain, folded first", model(x @ turn, turned(folded), turn.T @ head), with_gain, atol=1e-11)
    left = model(x @ turn, turned(layers), turn.T @ head, gain)
    above("the same with a gain, not folded: mean difference", np.abs(left - with_gain).mean(), 0.05)


def observe(a, rms_norm):  # (a, 0) turned by 45 degrees before the norm, against the same turned behind it
    half = np.array([[1.0, 1.0], [-1.0, 1.0]]) / np.sqrt(2)
    x = np.array([[a, 0.0]])
    return np.abs(rms_norm(x @ half) - rms_norm(x) @ half)[0].round(9)


@mutant("rms_norm", belief=True)
def every_feature_by_itself(x, gain=None, eps=1e-5):
    """Believes that a norm treats features one by one, so that the axes matter."""
    y = x / np.sqrt(x**2 + eps)
    return y if gain is None else y * gain


@mutant("rms_norm")
def centred(x, gain=None, eps=1e-5):
    """Subtracts the mean first."""
    y = x - x.mean(axis=-1, keepdims=True)
    y = y / np.sqrt((y**2).mean(axis=-1, keepdims=True) + eps)
    return y if gain is None else y * gain


@mutant("rms_norm")
def by_the_largest_entry(x, gain=None, eps=1e-5):
    """Divides by the largest entry."""
    y = x / (np.abs(x).max(axis=-1, keepdims=True) + eps)
    return y if gain is None else y * gain


@mutant("rms_norm")
def gain_left_out(x, gain=None, eps=1e-5):
    """Forgets the gain."""
    return x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)


@mutant("rms_norm")
def unit_length(x, gain=None, eps=1e-5):
    """Scales to length 1, which rotations keep as well."""
    y = x / np.sqrt((x**2).sum(axis=-1, keepdims=True) + eps)
    return y if gain is None else y * gain


@mutant("pre_block")
def norm_on_the_stream(x, norm, branch):
    """Normalizes the sum, gain and all."""
    return norm(x + branch(x))
