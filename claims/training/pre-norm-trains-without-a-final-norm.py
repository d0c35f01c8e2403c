"""Train 24 pre-norm layers with and without the norm after the last one."""

import numpy as np

from refutable import above, below, experiment, mutant, outcomes


@experiment(final_norm=(True, False), seed=range(200, 220))
def run(final_norm, seed, draw_encoder, encoder_gradients, train_encoder):
    losses = train_encoder(draw_encoder(24, seed), encoder_gradients, seed, placement="pre", final_norm=final_norm)[
        "losses"
    ]
    return {
        "highest": max(losses) / losses[0],
        "last": np.mean(losses[-10:]).item(),
        "curve": [float(f"{loss:.3g}") for loss in losses[::5]],
    }


def check(recording):
    normed, bare = (outcomes(recording, final_norm=final_norm) for final_norm in (True, False))
    above("seeds", min(len(normed), len(bare)), 2)
    below("final losses with a final norm", [o["last"] for o in normed], 0.1)
    below("final losses without one", [o["last"] for o in bare], 0.1)
    lowest = min(o["last"] for o in normed)
    below("final losses without one over the lowest with one", [o["last"] / lowest for o in bare], 0.5)


def figure(recording):
    series, ends = {}, []
    for name, final_norm in (("with a final norm", True), ("without", False)):
        found = outcomes(recording, final_norm=final_norm)
        curve = np.median([o["curve"] for o in found], axis=0)
        series[name] = [[5 * i, float(y)] for i, y in enumerate(curve)]
        ends.append(np.median([o["last"] for o in found]))
    return {
        "title": "24 pre-norm layers, rate 3e-3: median loss",
        "x": "step",
        "y": "loss (nats)",
        "log": "y",
        "series": series,
        "lines": {"chance, ln 16": float(np.log(16))},
        "says": f"The median loss ends at {ends[0]:.3f} with a final norm and at {ends[1]:.4f} without one.",
    }


@mutant("recording", belief=True)
def fails_without(recording):
    """No run learns without a final norm."""
    for outcome in outcomes(recording, final_norm=False):
        outcome["last"] = 2.77
    return recording


@mutant("recording")
def one_seed_failed(recording):
    """One run without a final norm stayed at chance."""
    outcomes(recording, final_norm=False)[-1]["last"] = 2.77
    return recording


@mutant("recording")
def arms_swapped(recording):
    """Exchanges the labels, so that the run with a final norm ends lower."""
    for run in recording["runs"]:
        run["with"]["final_norm"] = not run["with"]["final_norm"]
    return recording


@mutant("recording")
def final_norm_never_removed(recording):
    """The switch did nothing: both arms are the same runs."""
    for bare, normed in zip(outcomes(recording, final_norm=False), outcomes(recording, final_norm=True), strict=True):
        bare.update(normed)
    return recording


@mutant("recording")
def no_runs_without(recording):
    """Holds only runs with a final norm."""
    recording["runs"] = [run for run in recording["runs"] if run["with"]["final_norm"]]
    return recording
