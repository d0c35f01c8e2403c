"""Drop half of the features in training mode and see where the zeros are."""

import numpy as np

from refutable import close, equal, mutant


def check(trace_encoder_layer):
    x = np.random.default_rng(0).normal(3, 2, size=(12, 16))
    for norm_first in (False, True):
        t = trace_encoder_layer(x, dropout=0.5, norm_first=norm_first)
        name = "pre-norm" if norm_first else "post-norm"
        h_in = t["norm2"][0] if norm_first else t["norm1"][0]
        h = h_in if norm_first else t["norm1"][1]
        end = t["layer"][1] if norm_first else t["norm2"][0]
        writes = {"attention": (h_in - x, t["self_attn"][1]), "feed-forward": (end - h, t["linear2"][1])}
        for branch, (write, made) in writes.items():
            kept = np.abs(write) > 1e-9
            close(f"{name}, {branch}: share of the write that is kept", kept.mean(), 0.5, atol=0.12)
            close(f"{name}, {branch}: what is kept, over what the branch made", (write / made)[kept], 2.0, atol=1e-6)
        equal(f"{name}: zeros in the stream", int((np.abs(t["layer"][1]) < 1e-9).sum()), 0)


def norm(z):
    return (z - z.mean(axis=-1, keepdims=True)) / np.sqrt(z.var(axis=-1, keepdims=True) + 1e-5)


def run(x, norm_first, drop_write, drop_sum=lambda z: z, drop_norm=lambda z: z):
    """A trace of a layer whose branches are a tanh and a half, with dropout where it is asked for."""
    t = {}
    t["self_attn"] = x, np.tanh(drop_norm(norm(x)) if norm_first else x)
    total = drop_sum(x + drop_write(t["self_attn"][1]))
    t["norm1"] = (x, norm(x)) if norm_first else (total, norm(total))
    h = total if norm_first else t["norm1"][1]
    t["linear2"] = h, 0.5 * (norm(h) if norm_first else h)
    end = drop_sum(h + drop_write(t["linear2"][1]))
    t["norm2"] = (h, norm(h)) if norm_first else (end, norm(end))
    t["layer"] = x, end if norm_first else t["norm2"][1]
    return t


def half(z, scale=2.0):
    return scale * z * (np.random.default_rng(z.size + int(abs(z).sum() * 1e6)).random(z.shape) < 0.5)


@mutant("trace_encoder_layer")
def drops_the_sum(x, dropout=0.0, seed=0, norm_first=False):
    """Drops features after the addition, those of the skip path with them."""
    return run(x, norm_first, lambda z: z, drop_sum=half)


@mutant("trace_encoder_layer")
def drops_the_branch_input(x, dropout=0.0, seed=0, norm_first=False):
    """Drops features of what the branch reads."""
    return run(x, norm_first, lambda z: z, drop_norm=half)


@mutant("trace_encoder_layer")
def no_dropout(x, dropout=0.0, seed=0, norm_first=False):
    """Keeps everything, as in evaluation."""
    return run(x, norm_first, lambda z: 2 * z)


@mutant("trace_encoder_layer")
def not_rescaled(x, dropout=0.0, seed=0, norm_first=False):
    """Leaves what is kept as it was, so that evaluation would have to halve it."""
    return run(x, norm_first, lambda z: half(z, 1.0))


@mutant("trace_encoder_layer")
def whole_tokens(x, dropout=0.0, seed=0, norm_first=False):
    """Drops whole branches, as stochastic depth does."""
    return run(x, norm_first, lambda z: 0 * z if z.mean() > 0.2 else 2 * z)


@mutant("trace_encoder_layer")
def attention_alone(x, dropout=0.0, seed=0, norm_first=False):
    """Forgets dropout2."""
    return run(x, norm_first, lambda z: half(z) if np.abs(z).max() <= 1 and (np.abs(z) > 0.9).mean() > 0.3 else 2 * z)
