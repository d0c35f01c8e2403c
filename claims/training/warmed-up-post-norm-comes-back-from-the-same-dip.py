"""Watch the variance between inputs in 24 post-norm layers with and without warmup."""

import numpy as np

from refutable import above, below, experiment, mutant, outcomes


@experiment(warmup=(0, 40), seed=(*range(200, 210), *range(1_000_200, 1_000_210)))
def run(warmup, seed, draw_encoder, encoder_gradients, train_encoder):
    made = train_encoder(draw_encoder(24, seed), encoder_gradients, seed, warmup=warmup, watch=True)
    return {
        "variance": [float(f"{step['variance']:.3g}") for step in made["steps"]][::2],
        "last": round(np.mean(made["losses"][-10:]).item(), 4),
    }


def check(recording):
    cold, warm = ([o["variance"] for o in outcomes(recording, warmup=warmup)] for warmup in (0, 40))
    above("seeds", min(len(cold), len(warm)), 2)
    below("lowest variance over the first, 40 warmup steps", [min(v) / v[0] for v in warm], 0.7)
    above("lowest variance over the first, 40 warmup steps", [min(v) / v[0] for v in warm], 1e-3)
    above("last variance over the first, 40 warmup steps", [v[-1] / v[0] for v in warm], 1.2)
    ours = "replication" not in recording  # of fresh seeds a few may end otherwise
    least = 18 if ours else len(cold) - max(1, len(cold) // 5)
    gone = sum(v[-1] / v[0] < 1e-6 for v in cold)
    above(f"seeds whose variance ends below a millionth of the first, no warmup, of {len(cold)}", gone, least)


def figure(recording):
    series = {}
    for name, warmup in (("no warmup", 0), ("40 warmup steps", 40)):
        curve = np.median([o["variance"] for o in outcomes(recording, warmup=warmup)], axis=0)
        series[name] = [[2 * i, float(y)] for i, y in enumerate(curve)]
    warm = [y for _, y in series["40 warmup steps"]]
    return {
        "title": "24 post-norm layers: how much of the last stream depends on the input",
        "x": "step",
        "log": "y",
        "y": "variance between inputs (median)",
        "series": series,
        "lines": {},
        "says": f"With warmup the median variance falls from {warm[0]:.2f} to {min(warm):.3f} at step "
        f"{2 * int(np.argmin(warm))} and rises to {warm[-1]:.2f}; without it ends at {series['no warmup'][-1][1]:.0e}.",
    }


@mutant("recording")
def arms_swapped(recording):
    """Exchanges the labels."""
    for run in recording["runs"]:
        run["with"]["warmup"] = 40 - run["with"]["warmup"]
    return recording


@mutant("recording")
def no_dip(recording):
    """With warmup the variance only rises."""
    for outcome in outcomes(recording, warmup=40):
        outcome["variance"] = sorted(outcome["variance"])
    return recording


@mutant("recording")
def never_back(recording):
    """One run with warmup stays in the dip."""
    outcomes(recording, warmup=40)[0]["variance"][-10:] = [0.03] * 10
    return recording


@mutant("recording")
def flat(recording):
    """The variance is the same at every step."""
    for run in recording["runs"]:
        run["outcome"]["variance"] = run["outcome"]["variance"][:1] * 30
    return recording


@mutant("recording")
def cold_runs_left_out(recording):
    """Holds only runs with warmup."""
    recording["runs"] = [run for run in recording["runs"] if run["with"]["warmup"]]
    return recording
