"""OPT's layer with its flag on and off, against pre-norm and post-norm sub-layers."""

import numpy as np

from refutable import above, close, mutant


def check(opt_layer, pre_block, post_block, layer_norm):
    rng = np.random.default_rng(0)
    d = 16
    w = rng.normal(size=(2, d, d)) / np.sqrt(d)
    x = 3 + 2 * rng.normal(size=(6, d))
    gain = 1 + rng.uniform(size=(2, d))

    def attend(z):
        return np.tanh(z.mean(axis=0) + z) @ w[0]

    def mlp(z):
        return np.maximum(0, z @ w[1])

    def norm1(z):
        return layer_norm(z, gain[0])

    def norm2(z):
        return layer_norm(z, gain[1])

    on, off = (opt_layer(x, norm1, attend, norm2, mlp, do_layer_norm_before=flag) for flag in (True, False))
    close("flag on against pre-norm", on, pre_block(pre_block(x, norm1, attend), norm2, mlp), atol=1e-12)
    close("flag off against post-norm", off, post_block(post_block(x, norm1, attend), norm2, mlp), atol=1e-12)
    above("difference of the two, relative", np.linalg.norm(on - off) / np.linalg.norm(off), 0.3)
    close(
        "mean square with the flag off, gain divided out", np.mean((off / gain[1]) ** 2, axis=-1), np.ones(6), atol=1e-4
    )
    close("the flag is on by default", opt_layer(x, norm1, attend, norm2, mlp), on, atol=1e-12)


def observe(x, opt_layer, layer_norm):
    return opt_layer(x, layer_norm, np.tanh, layer_norm, lambda z: 2 * z, do_layer_norm_before=False)


@mutant("opt_layer", belief=True)
def flag_ignored(x, attention_norm, attention, final_norm, feed_forward, do_layer_norm_before=True):
    """Believes that every OPT is pre-norm."""
    x = x + attention(attention_norm(x))
    return x + feed_forward(final_norm(x))


@mutant("opt_layer")
def flag_inverted(x, attention_norm, attention, final_norm, feed_forward, do_layer_norm_before=True):
    """Exchanges the two meanings of the flag."""
    for norm, branch in ((attention_norm, attention), (final_norm, feed_forward)):
        x = norm(x + branch(x)) if do_layer_norm_before else x + branch(norm(x))
    return x


@mutant("opt_layer")
def flag_moves_one_norm(x, attention_norm, attention, final_norm, feed_forward, do_layer_norm_before=True):
    """Lets the flag act on the attention norm alone."""
    x = x + attention(attention_norm(x)) if do_layer_norm_before else attention_norm(x + attention(x))
    return x + feed_forward(final_norm(x))


@mutant("opt_layer")
def norms_exchanged(x, attention_norm, attention, final_norm, feed_forward, do_layer_norm_before=True):
    """Takes final_layer_norm for the norm of attention."""
    for norm, branch in ((final_norm, attention), (attention_norm, feed_forward)):
        x = x + branch(norm(x)) if do_layer_norm_before else norm(x + branch(x))
    return x


@mutant("pre_block")
def norm_on_the_branch(x, norm, branch):
    """Output-norm."""
    return x + norm(branch(x))


@mutant("post_block")
def no_skip(x, norm, branch):
    """Forgets the skip."""
    return norm(branch(x))


@mutant("layer_norm")
def gain_forgotten(x, gain=None, bias=None, eps=1e-5):
    """Leaves the gain out."""
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + eps)
