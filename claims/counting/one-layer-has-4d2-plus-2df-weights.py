"""Count the numbers in the matrices of one built layer."""

import numpy as np

from refutable import close, equal, mutant


def check(count_parameters, encoder_checkpoint):
    for width, hidden, want in ((4, 8, 128), (512, 2048, 3_145_728), (10, 7, 540)):
        parameters = encoder_checkpoint(width, hidden, layers=1)
        matrices = {name: array for name, array in parameters.items() if array.ndim == 2}
        equal(f"weights for d = {width}, f = {hidden}", count_parameters(matrices), want)
    equal("two layers", count_parameters({n: a for n, a in encoder_checkpoint(10, 7, 2).items() if a.ndim == 2}), 1080)
    drawn = encoder_checkpoint(64, 256, layers=1)
    for part, inputs in (("self_attn.in_proj_", 64), ("self_attn.out_proj.", 64), ("linear1.", 64), ("linear2.", 256)):
        spread = drawn[f"layers.0.{part}weight"].std() * np.sqrt(inputs), 10 * drawn[f"layers.0.{part}bias"].std()
        close(f"deviation of {part}weight and bias over the intended one", spread, (1.0, 1.0), atol=0.25)
    gains, biases = (np.concatenate([drawn[f"{n}.{p}"] for n in ("layers.0.norm1", "layers.0.norm2", "norm")])
                     for p in ("weight", "bias"))
    close("mean of gains and biases of norms", (gains.mean(), biases.mean()), (1.0, 0.0), atol=0.1)
    close("deviation of gains and biases of norms", (gains.std(), biases.std()), (0.3, 0.3), atol=0.06)
    close("the default seed is 0", drawn["norm.bias"], encoder_checkpoint(64, 256, 1, seed=0)["norm.bias"], atol=0)


def layer(width, hidden, *shapes):
    return {f"layers.0.{i}.weight": np.zeros(shape) for i, shape in enumerate(shapes)}


@mutant("encoder_checkpoint")
def no_output_projection(width, hidden, layers, final_norm=True, seed=0):
    """Forgets the output projection of attention: 3 d^2 + 2 d f."""
    return layer(width, hidden, *[(3 * width, width), (hidden, width), (width, hidden)] * layers)


@mutant("encoder_checkpoint")
def gated(width, hidden, layers, final_norm=True, seed=0):
    """Has a gated feed-forward network with three matrices."""
    return layer(width, hidden, *[(4 * width, width), (2 * hidden, width), (width, hidden)] * layers)


@mutant("encoder_checkpoint")
def hidden_is_four_times_width(width, hidden, layers, final_norm=True, seed=0):
    """Takes f = 4 d whatever the hidden width is: 12 d^2."""
    return layer(width, hidden, *[(4 * width, width), (4 * width, width), (width, 4 * width)] * layers)


@mutant("encoder_checkpoint")
def heads_multiply(width, hidden, layers, final_norm=True, seed=0):
    """Gives each of 2 heads projections of the full width."""
    return layer(width, hidden, *[(6 * width, width), (width, 2 * width), (hidden, width), (width, hidden)] * layers)


@mutant("count_parameters")
def count_arrays(checkpoint):
    """Counts arrays and not the numbers in them."""
    return len(checkpoint)
