"""First and last layer's gradients of encoders, causal stacks and decoders with cross-attention, before training."""

import numpy as np

from refutable import above, below, experiment, mutant, outcomes


@experiment(
    arm=("post, encoder", "post, causal", "post, decoder", "pre, decoder"), depth=(6, 12, 18), seed=range(200, 210)
)
def run(arm, depth, seed, draw_encoder, encoder_gradients, layer_norm):
    placement, kind = arm.split(", ")
    tokens, labels, source = np.random.default_rng((seed, 2)).integers(0, 64, (3, 8, 16))
    made = {"scale": "xavier", "hidden": 128, "symbols": 64, "length": 16, "dtype": np.float64}

    def sizes(p, read, **options):
        g = {name: np.zeros_like(value) for name, value in p.items()}
        return encoder_gradients(p, g, read, labels, placement, heads=4, **options), np.linalg.norm(
            g["down"], axis=(1, 2)
        )

    options = {"causal": kind != "encoder"}
    if kind == "decoder":  # it reads an encoder of its own depth and placement, through that encoder's final norm
        encoded = sizes(draw_encoder(depth, (seed, 1), **made), source)[0]["streams"][-1]
        options["memory"] = layer_norm(encoded).reshape(8, 16, -1)
    size = sizes(draw_encoder(depth, seed, cross=kind == "decoder", **made), tokens, **options)[1]
    return {"ratio": float(f"{size[0] / size[-1]:.4g}")}


def check(recording):
    ratio, seeds = {}, []  # of the first layer's gradient to the last one's, geometric mean
    for arm in ("post, encoder", "post, causal", "post, decoder", "pre, decoder"):
        for depth in (6, 12, 18):
            found = [o["ratio"] for o in outcomes(recording, arm=arm, depth=depth)]
            seeds.append(len(found))
            ratio[arm, depth] = np.exp(np.mean(np.log(found)))
    above("seeds of each cell", seeds, 2)
    for depth in (6, 12, 18):
        above(f"post-norm encoder, {depth} layers", ratio["post, encoder", depth], 0.2)
        above(f"post-norm with causal self-attention, {depth} layers", ratio["post, causal", depth], 0.2)
        above(f"pre-norm decoder, {depth} layers", ratio["pre, decoder", depth], 1.0)
    below("post-norm decoder, 6 layers", ratio["post, decoder", 6], 0.4)
    below("post-norm decoder, 18 layers", ratio["post, decoder", 18], 0.03)
    below("post-norm decoder, 18 layers over 6", ratio["post, decoder", 18] / ratio["post, decoder", 6], 0.2)


def figure(recording):
    series = {
        arm: [
            [depth, float(np.exp(np.mean(np.log([o["ratio"] for o in outcomes(recording, arm=arm, depth=depth)]))))]
            for depth in (6, 12, 18)
        ]
        for arm in ("post, encoder", "post, causal", "post, decoder", "pre, decoder")
    }
    return {
        "title": "Gradient of the first layer over that of the last, before training",
        "x": "depth (layers)",
        "log": "y",
        "y": "ratio (geometric mean)",
        "series": series,
        "lines": {"equal": 1.0},
        "says": "At 18 layers the ratio is "
        + ", ".join(f"{points[-1][1]:.2g} ({arm})" for arm, points in series.items())
        + ".",
    }


@mutant("recording")
def encoder_and_decoder_swapped(recording):
    """Exchanges the labels of the post-norm encoder and decoder."""
    names = {"post, encoder": "post, decoder", "post, decoder": "post, encoder"}
    for run in recording["runs"]:
        run["with"]["arm"] = names.get(run["with"]["arm"], run["with"]["arm"])
    return recording


@mutant("recording")
def placements_swapped(recording):
    """Exchanges the labels of the two decoders."""
    names = {"pre, decoder": "post, decoder", "post, decoder": "pre, decoder"}
    for run in recording["runs"]:
        run["with"]["arm"] = names.get(run["with"]["arm"], run["with"]["arm"])
    return recording


@mutant("recording", belief=True)
def encoders_vanish_too(recording):
    """The encoder's gradient vanishes as the decoder's does."""
    for depth in (6, 12, 18):
        for encoder, decoder in zip(
            outcomes(recording, arm="post, encoder", depth=depth),
            outcomes(recording, arm="post, decoder", depth=depth),
            strict=True,
        ):
            encoder["ratio"] = decoder["ratio"]
    return recording


@mutant("recording")
def the_mask_does_it(recording):
    """The causal mask alone makes the gradient vanish."""
    for outcome in outcomes(recording, arm="post, causal", depth=18):
        outcome["ratio"] /= 100
    return recording


@mutant("recording")
def curve_flattened(recording):
    """Every depth has the ratio of 6 layers."""
    for run in recording["runs"]:
        run["outcome"] = outcomes(recording, arm=run["with"]["arm"], depth=6, seed=run["with"]["seed"])[0]
    return recording


@mutant("recording")
def ratio_turned_over(recording):
    """Divides the last layer's gradient by the first layer's."""
    for run in recording["runs"]:
        run["outcome"]["ratio"] = 1 / run["outcome"]["ratio"]
    return recording
