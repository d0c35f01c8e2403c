"""Compare the sub-layer of the Annotated Transformer with pre-norm and with post-norm."""

import numpy as np

from refutable import above, close, mutant


def check(annotated_sublayer, annotated_layer_norm, pre_block, post_block, feed_forward):
    rng = np.random.default_rng(0)
    w = rng.normal(size=(2, 16, 16)) / 4
    x = 3 + 2 * rng.normal(size=(5, 16))

    def branch(z):
        return feed_forward(z, w[0], w[1])

    code = annotated_sublayer(x, annotated_layer_norm, branch, lambda z: z)
    close("code against pre-norm", code, pre_block(x, annotated_layer_norm, branch), atol=1e-12)
    text = post_block(x, annotated_layer_norm, branch)
    above("code against the text: relative difference", np.linalg.norm(code - text) / np.linalg.norm(text), 0.5)
    close("the text's output is normalized", text.std(axis=-1, ddof=1), np.ones(5), atol=1e-5)
    close(
        "everything dropped: the input comes through",
        annotated_sublayer(x, annotated_layer_norm, branch, lambda z: 0 * z),
        x,
        atol=1e-12,
    )
    by_hand = x[0] + np.maximum(0, (x[0] - x[0].mean()) / (x[0].std(ddof=1) + 1e-6) @ w[0]) @ w[1]
    close("first row by hand", code[0], by_hand, atol=1e-12)


def observe(x, annotated_sublayer, annotated_layer_norm):
    return annotated_sublayer(x, annotated_layer_norm, lambda z: 2 * z, lambda z: z)


@mutant("annotated_sublayer", belief=True)
def as_in_the_text(x, norm, branch, dropout):
    """Does what the text says: add, then normalize."""
    return norm(x + dropout(branch(x)))


@mutant("annotated_sublayer")
def output_norm(x, norm, branch, dropout):
    """Normalizes what the branch writes."""
    return x + dropout(norm(branch(x)))


@mutant("annotated_sublayer")
def dropout_on_the_sum(x, norm, branch, dropout):
    """Drops out the sum, the skip included."""
    return dropout(x + branch(norm(x)))


@mutant("post_block")
def text_as_pre_norm(x, norm, branch):
    """Reads the text's formula as pre-norm."""
    return x + branch(norm(x))


@mutant("annotated_layer_norm")
def population_deviation(x, gain=1.0, bias=0.0, eps=1e-6):
    """Divides by the deviation over d in place of d - 1."""
    return gain * (x - x.mean(axis=-1, keepdims=True)) / (x.std(axis=-1, keepdims=True) + eps) + bias


@mutant("feed_forward")
def no_relu(x, w_in, w_out, b_in=0.0, b_out=0.0):
    """Forgets the ReLU."""
    return (x @ w_in + b_in) @ w_out + b_out


@mutant("pre_block")
def skip_normalised(x, norm, branch):
    """Normalizes the skip as well."""
    return norm(x) + branch(norm(x))
