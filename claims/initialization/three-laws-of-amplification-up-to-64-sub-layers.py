"""Move all weights of ReLU stacks at random and measure the change of the output, from 8 to 64 sub-layers."""

import numpy as np

from refutable import above, below, experiment, mutant, outcomes


@experiment(arm=("post", "pre", "DeepNorm"), seed=range(200, 210))
def run(
    arm, seed, post_block, pre_block, deep_norm_block, deep_norm_scales, layer_norm, stack, feed_forward, amplification
):
    d, changes = 64, []
    for depth in (8, 16, 32, 64):
        alpha, beta = deep_norm_scales(depth // 2, 0)[0] if arm == "DeepNorm" else (1.0, 1.0)
        block = {
            "post": post_block,
            "pre": pre_block,
            "DeepNorm": lambda x, norm, branch, alpha=alpha: deep_norm_block(x, norm, branch, alpha),
        }[arm]
        drawn = []
        for draw in range(12):
            rng = np.random.default_rng((seed, depth, draw))
            weights = beta * rng.normal(size=(depth, 2, d, d)) / np.sqrt(d)
            x = layer_norm(rng.normal(size=(16, d)))

            def forward(w, x=x, block=block):
                last = stack(
                    x, layer_norm, [lambda z, a=a: np.sqrt(2) * feed_forward(z, a[0], a[1]) for a in w], block
                )[-1]
                return layer_norm(last) if arm == "pre" else last

            drawn.append(amplification(forward, weights, scale=beta / np.sqrt(d)))
        changes.append(float(f"{np.exp(np.mean(np.log(drawn))):.4g}"))
    return changes


def check(recording):
    mean = {}  # at 8, 16, 32, 64 sub-layers
    for arm in ("post", "pre", "DeepNorm"):
        found = outcomes(recording, arm=arm)
        above(f"seeds, {arm}", len(found), 2)
        mean[arm] = np.exp(np.mean(np.log(found), axis=0))
    growth = {arm: values[3] / values[0] for arm, values in mean.items()}
    above("post-norm, 64 over 8", growth["post"], 4.0)
    below("post-norm, 64 over 8", growth["post"], 16.0)
    shares = mean["pre"] / np.log((8, 16, 32, 64))
    below("pre-norm, change over the logarithm of the depth, highest over lowest", shares.max() / shares.min(), 1.25)
    above("pre-norm, 64 over 8", growth["pre"], 1.4)
    below("DeepNorm, 64 over 8", growth["DeepNorm"], 0.7)


def figure(recording):
    depths = (8, 16, 32, 64)
    series = {
        arm: [
            [depth, float(y)]
            for depth, y in zip(depths, np.exp(np.mean(np.log(outcomes(recording, arm=arm)), axis=0)), strict=True)
        ]
        for arm in ("post", "pre", "DeepNorm")
    }
    return {
        "title": "Change of the output for a random change of all weights",
        "x": "sub-layers",
        "log": "xy",
        "y": "mean square change over that of the weights",
        "series": series,
        "lines": {},
        "says": "From 8 to 64 sub-layers the change is multiplied by "
        + ", ".join(f"{points[-1][1] / points[0][1]:.2g} ({arm})" for arm, points in series.items())
        + ".",
    }


@mutant("recording")
def placements_swapped(recording):
    """Exchanges the labels of post-norm and pre-norm."""
    names = {"post": "pre", "pre": "post"}
    for run in recording["runs"]:
        run["with"]["arm"] = names.get(run["with"]["arm"], run["with"]["arm"])
    return recording


@mutant("recording")
def roots_recorded(recording):
    """Records the root mean square in place of the mean square."""
    for run in recording["runs"]:
        run["outcome"] = [value**0.5 for value in run["outcome"]]
    return recording


@mutant("recording")
def curve_flattened(recording):
    """The change does not depend on the depth."""
    for run in recording["runs"]:
        run["outcome"] = run["outcome"][:1] * 4
    return recording


@mutant("recording")
def pre_norm_grows_like_the_root(recording):
    """Pre-norm's change grows like the root of the depth."""
    for run in recording["runs"]:
        if run["with"]["arm"] == "pre":
            run["outcome"] = [run["outcome"][0] * (2**i) ** 0.5 for i in range(4)]
    return recording


@mutant("recording")
def deep_norm_left_out(recording):
    """Holds no run with DeepNorm."""
    recording["runs"] = [run for run in recording["runs"] if run["with"]["arm"] != "DeepNorm"]
    return recording
