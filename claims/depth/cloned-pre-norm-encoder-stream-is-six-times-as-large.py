"""Size of the stream in untrained pre-norm encoders of 48 layers, copies or draws, at two initial scales."""

import numpy as np

from refutable import above, below, experiment, mutant, outcomes


@experiment(scale=("torch", "xavier"), cloned=(False, True), seed=range(200, 210))
def run(scale, cloned, seed, draw_encoder, encoder_gradients):
    p = draw_encoder(48, seed, scale=scale, cloned=cloned, dtype=np.float64)
    g = {name: np.zeros_like(value) for name, value in p.items()}
    tokens = np.random.default_rng((seed, 2)).integers(0, 16, (8, 8))
    streams = encoder_gradients(p, g, tokens, tokens, "pre")["streams"]
    return [round(float(np.sqrt(np.mean(streams[layer] ** 2))), 4) for layer in (0, 1, 3, 6, 12, 24, 48)]


def check(recording):
    for scale in ("torch", "xavier"):
        drawn, copied = (np.array(outcomes(recording, scale=scale, cloned=cloned)) for cloned in (False, True))
        above(f"seeds, {scale} scale", min(len(drawn), len(copied)), 2)
        ratio = np.mean(copied[:, -1]) / np.mean(drawn[:, -1])
        above(f"RMS after 48 layers, copies over independent draws, {scale} scale", ratio, 4.5)
        below(f"RMS after 48 layers, copies over independent draws, {scale} scale", ratio, 9.0)
        growth = {
            name: np.log(rms[:, -1] / rms[:, 4]).mean() / np.log(4)
            for name, rms in (("drawn", drawn), ("copied", copied))
        }
        above(f"growth exponent from 12 to 48 layers, copies, {scale} scale", growth["copied"], 0.9)
        below(f"growth exponent from 12 to 48 layers, copies, {scale} scale", growth["copied"], 1.25)
        below(f"growth exponent from 12 to 48 layers, independent, {scale} scale", growth["drawn"], 0.7)


def figure(recording):
    layers, series = (1, 3, 6, 12, 24, 48), {}
    for scale in ("torch", "xavier"):
        for name, cloned in (("independent", False), ("copies", True)):
            mean = np.mean(outcomes(recording, scale=scale, cloned=cloned), axis=0)[1:]
            series[f"{scale}, {name}"] = [[x, float(y)] for x, y in zip(layers, mean, strict=True)]
    return {
        "title": "Stream of an untrained pre-norm encoder",
        "x": "layer",
        "log": "xy",
        "y": "RMS (mean)",
        "series": series,
        "lines": {},
        "says": "After 48 layers the RMS is "
        + ", ".join(f"{points[-1][1]:.3g} ({name})" for name, points in series.items())
        + ".",
    }


@mutant("recording")
def arms_swapped(recording):
    """Exchanges the labels of copies and independent draws."""
    for run in recording["runs"]:
        run["with"]["cloned"] = not run["with"]["cloned"]
    return recording


@mutant("recording")
def copies_behave_like_draws(recording):
    """Copies grow as independent layers do."""
    for scale in ("torch", "xavier"):
        drawn = [run for run in recording["runs"] if run["with"]["scale"] == scale and not run["with"]["cloned"]]
        copied = [run for run in recording["runs"] if run["with"]["scale"] == scale and run["with"]["cloned"]]
        for copy, draw in zip(copied, drawn, strict=True):
            copy["outcome"] = draw["outcome"]
    return recording


@mutant("recording")
def squares_recorded(recording):
    """Records the mean square in place of its root."""
    for run in recording["runs"]:
        run["outcome"] = [rms**2 for rms in run["outcome"]]
    return recording


@mutant("recording")
def curve_flattened(recording):
    """The stream does not grow after layer 12."""
    for run in recording["runs"]:
        run["outcome"] = run["outcome"][:5] + run["outcome"][4:5] * 2
    return recording


@mutant("recording")
def copies_left_out(recording):
    """Holds only independent draws."""
    recording["runs"] = [run for run in recording["runs"] if not run["with"]["cloned"]]
    return recording
