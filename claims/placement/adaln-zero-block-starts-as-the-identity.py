"""Run the block with a zero map and with another one, for two conditions, and differentiate it at the start."""

import numpy as np

from refutable import above, close, equal, mutant


def check(adaln_zero_block, layer_norm, feed_forward, jacobian):
    rng = np.random.default_rng(6)
    d, c = 8, 5
    x, conditions = 3 + 2 * rng.normal(size=(2, d)), rng.normal(size=(2, c))
    w_in, w_out = rng.normal(size=(d, 16)), rng.normal(size=(16, d))
    zero, none = np.zeros((c, 3 * d)), np.zeros(3 * d)

    def run(x, condition, weight, bias, w_out=w_out):
        return adaln_zero_block(
            x, condition, lambda z: layer_norm(z, eps=0.0), lambda z: feed_forward(z, w_in, w_out), weight, bias
        )

    for condition in conditions:
        equal("output at the start, bit for bit", bool(np.array_equal(run(x, condition, zero, none), x)), True)
        by_stream = jacobian(lambda v, c=condition: run(v.reshape(x.shape), c, zero, none), x.ravel())
        close("Jacobian at the start", by_stream, np.eye(x.size), atol=1e-9)
    y = (x - x.mean(axis=-1, keepdims=True)) / x.std(axis=-1, keepdims=True)
    by_bias = jacobian(lambda v: run(x, conditions[0], zero, v), none).reshape(2, d, 3 * d)
    close("derivative by shift and scale at the start", by_bias[..., : 2 * d], np.zeros((2, d, 2 * d)), atol=1e-9)
    write = np.maximum(0, y @ w_in) @ w_out
    close(
        "derivative by the gate at the start", by_bias[..., 2 * d :], write[..., None] * np.eye(d), rtol=1e-8, atol=1e-8
    )
    by_branch = jacobian(lambda v: run(x, conditions[0], zero, none, v.reshape(16, d)), w_out.ravel())
    close("derivative by the branch at the start", by_branch, np.zeros((2 * d, 16 * d)), atol=1e-9)

    weight, bias = rng.normal(size=zero.shape), rng.normal(size=none.shape)
    outputs = []
    for condition in conditions:  # written out
        b, s, g = ((condition / (1 + np.exp(-condition))) @ weight + bias).reshape(3, d)
        want = x + g * (np.maximum(0, ((1 + s) * y + b) @ w_in) @ w_out)
        outputs.append(run(x, condition, weight, bias))
        close("output after the start", outputs[-1], want, rtol=1e-10, atol=1e-10)
    above("distance of the outputs for two conditions", np.abs(outputs[0] - outputs[1]).max(), 1.0)


@mutant("adaln_zero_block")
def gate_starts_at_one(x, condition, norm, branch, weight, bias):
    """Adds one to the gate, as to the scale."""
    shift, scale, gate = np.split(condition / (1 + np.exp(-condition)) @ weight + bias, 3)
    return x + (1 + gate) * branch((1 + scale) * norm(x) + shift)


@mutant("adaln_zero_block")
def scale_starts_at_zero(x, condition, norm, branch, weight, bias):
    """Forgets the one beside the scale, so that the branch reads a constant at first."""
    shift, scale, gate = np.split(condition / (1 + np.exp(-condition)) @ weight + bias, 3)
    return x + gate * branch(scale * norm(x) + shift)


@mutant("adaln_zero_block")
def shift_and_scale_swapped(x, condition, norm, branch, weight, bias):
    """Reads the scale where the shift stands."""
    scale, shift, gate = np.split(condition / (1 + np.exp(-condition)) @ weight + bias, 3)
    return x + gate * branch((1 + scale) * norm(x) + shift)


@mutant("adaln_zero_block")
def gate_on_the_sum(x, condition, norm, branch, weight, bias):
    """Lets the gate act on the skip as well."""
    shift, scale, gate = np.split(condition / (1 + np.exp(-condition)) @ weight + bias, 3)
    return (1 + gate) * x + gate * branch((1 + scale) * norm(x) + shift)


@mutant("adaln_zero_block")
def without_a_norm(x, condition, norm, branch, weight, bias):
    """Modulates the raw stream."""
    shift, scale, gate = np.split(condition / (1 + np.exp(-condition)) @ weight + bias, 3)
    return x + gate * branch((1 + scale) * x + shift)


@mutant("adaln_zero_block")
def without_the_activation(x, condition, norm, branch, weight, bias):
    """Forgets the SiLU in front of the map."""
    shift, scale, gate = np.split(condition @ weight + bias, 3)
    return x + gate * branch((1 + scale) * norm(x) + shift)


@mutant("layer_norm")
def centre_only(x, gain=None, bias=None, eps=1e-5):
    """Forgets to divide by the deviation."""
    return x - x.mean(axis=-1, keepdims=True)
