"""Gradients of the second feed-forward matrices of whole encoders of 2 to 64 layers, one token, before training."""

import numpy as np

from refutable import above, below, close, experiment, mutant, outcomes


@experiment(arm=("post", "pre", "pre, no final norm"), seed=range(200, 210))
def run(arm, seed, draw_encoder, encoder_gradients):
    sizes = {"first": [], "last": []}
    for depth in (2, 4, 8, 16, 32, 64):
        drawn = []
        for draw in range(12):
            p = draw_encoder(depth, (seed, depth, draw), scale="xavier", hidden=128, length=1, dtype=np.float64)
            g = {name: np.zeros_like(value) for name, value in p.items()}
            token, label = np.random.default_rng((seed, depth, draw, 1)).integers(0, 16, (2, 1, 1))
            encoder_gradients(p, g, token, label, arm.split(",")[0], heads=4, final_norm=arm == "pre")
            drawn.append([np.linalg.norm(g["down"][layer]) for layer in (0, -1)])
        for name, size in zip(sizes, np.mean(drawn, axis=0), strict=True):
            sizes[name].append(round(size.item(), 4))
    return sizes


def check(recording):
    depths, slope = np.log([2, 4, 8, 16, 32, 64]), {}
    for arm in ("post", "pre", "pre, no final norm"):
        found = outcomes(recording, arm=arm)
        above(f"seeds, {arm}", len(found), 2)
        for layer in ("first", "last"):
            mean = np.mean([o[layer] for o in found], axis=0)
            slope[arm, layer] = np.polyfit(depths, np.log(mean), 1)[0]
    close("log-log slope of the last gradient against depth, post-norm", slope["post", "last"], 0.0, atol=0.1)
    close("the same, pre-norm", slope["pre", "last"], -0.4, atol=0.1)
    close("the same, pre-norm without a final norm", slope["pre, no final norm", "last"], 0.0, atol=0.1)
    above("slope of the first gradient, pre-norm without a final norm", slope["pre, no final norm", "first"], 0.3)
    below("slope of the first gradient, pre-norm", slope["pre", "first"], 0.15)


def figure(recording):
    depths, series, slopes = (2, 4, 8, 16, 32, 64), {}, {}
    for arm in ("post", "pre", "pre, no final norm"):
        mean = np.mean([o["last"] for o in outcomes(recording, arm=arm)], axis=0)
        series[arm] = [[x, float(y)] for x, y in zip(depths, mean, strict=True)]
        slopes[arm] = np.polyfit(np.log(depths), np.log(mean), 1)[0]
    return {
        "title": "Gradient of the last feed-forward matrix before training",
        "x": "depth (layers)",
        "log": "xy",
        "y": "Frobenius norm (mean)",
        "series": series,
        "lines": {},
        "says": "The slopes in this picture are " + ", ".join(f"{s:+.2f} ({arm})" for arm, s in slopes.items()) + ".",
    }


@mutant("recording")
def placements_swapped(recording):
    """Exchanges the labels of post-norm and pre-norm."""
    names = {"post": "pre", "pre": "post"}
    for run in recording["runs"]:
        run["with"]["arm"] = names.get(run["with"]["arm"], run["with"]["arm"])
    return recording


@mutant("recording")
def placement_alone_decides(recording):
    """Without a final norm pre-norm's last gradient falls with depth all the same."""
    for bare, normed in zip(outcomes(recording, arm="pre, no final norm"), outcomes(recording, arm="pre"), strict=True):
        bare["last"] = normed["last"]
    return recording


@mutant("recording")
def post_norm_grows_like_the_root(recording):
    """Post-norm's last gradient grows with the root of the depth, as the bound is often misquoted."""
    for outcome in outcomes(recording, arm="post"):
        outcome["last"] = [
            size * np.sqrt(depth) for size, depth in zip(outcome["last"], (2, 4, 8, 16, 32, 64), strict=True)
        ]
    return recording


@mutant("recording")
def layers_swapped(recording):
    """Exchanges the first and the last layer."""
    for run in recording["runs"]:
        run["outcome"] = {"first": run["outcome"]["last"], "last": run["outcome"]["first"]}
    return recording


@mutant("recording")
def curve_flattened(recording):
    """Every depth has the gradient of the shallowest."""
    for run in recording["runs"]:
        run["outcome"] = {name: sizes[:1] * 6 for name, sizes in run["outcome"].items()}
    return recording


@mutant("recording")
def bare_runs_left_out(recording):
    """Holds no run without a final norm."""
    recording["runs"] = [run for run in recording["runs"] if "no" not in run["with"]["arm"]]
    return recording
