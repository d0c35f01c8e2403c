"""Train 24 post-norm layers with warmups of 0 to 40 steps."""

import numpy as np

from refutable import above, below, equal, experiment, mutant, outcomes


@experiment(warmup=(0, 3, 5, 10, 20, 40), seed=(*range(200, 210), *range(1_000_200, 1_000_210)))
def run(warmup, seed, draw_encoder, encoder_gradients, train_encoder):
    losses = train_encoder(draw_encoder(24, seed), encoder_gradients, seed, warmup=warmup, steps=100)["losses"]
    return {"last": round(np.mean(losses[-10:]).item(), 5)}


def check(recording):
    share, seeds = {}, []
    for warmup in (0, 3, 5, 10, 20, 40):
        losses = np.array([o["last"] for o in outcomes(recording, warmup=warmup)])
        seeds.append(len(losses))
        share[warmup] = float(np.mean(losses < 1.0))
    above("seeds of each length", seeds, 2)
    if "replication" not in recording:  # of fresh seeds a few may end otherwise
        learned = [round(20 * share[warmup]) for warmup in share]
        equal("seeds of 20 that learn with 0, 3, 5, 10, 20, 40 steps", learned, [1, 3, 10, 17, 19, 20])
    below("share of seeds that learn without warmup", share[0], max(0.1, 1 / min(seeds)))
    below("share of seeds that learn with 3 steps", share[3], 0.5)
    above("share with 20 steps less that with 3 or 5", [share[20] - share[3], share[20] - share[5]], 0.0)
    above("share of seeds that learn with 20 or 40 steps", [share[20], share[40]], 0.5)  # of two, one may fail


def figure(recording):
    points = [
        [warmup, float(np.mean([o["last"] < 1.0 for o in outcomes(recording, warmup=warmup)]))]
        for warmup in recording["grid"]["warmup"]
    ]
    return {
        "title": "24 post-norm layers, rate 3e-3, 100 steps",
        "x": "warmup (steps)",
        "y": "share of seeds that learn",
        "log": "",
        "series": {"post-norm": points},
        "lines": {},
        "says": "The share that learns is "
        + ", ".join(f"{share:.0%} with {warmup}" for warmup, share in points)
        + " warmup steps.",
    }


@mutant("recording")
def lengths_reversed(recording):
    """Files every run under the warmup from the other end of the list."""
    lengths = [0, 3, 5, 10, 20, 40]
    for run in recording["runs"]:
        run["with"]["warmup"] = lengths[-1 - lengths.index(run["with"]["warmup"])]
    return recording


@mutant("recording")
def long_warmups_failed(recording):
    """All runs but one with 40 steps stayed at chance."""
    for outcome in outcomes(recording, warmup=40)[1:]:
        outcome["last"] = 2.8
    return recording


@mutant("recording")
def three_steps_do(recording):
    """Three steps are as good as forty."""
    for short, long in zip(outcomes(recording, warmup=3), outcomes(recording, warmup=40), strict=True):
        short["last"] = long["last"]
    return recording


@mutant("recording")
def warmup_ignored(recording):
    """Files the runs without warmup under every length."""
    none = [o["last"] for o in outcomes(recording, warmup=0)]
    for warmup in (3, 5, 10, 20, 40):
        for outcome, last in zip(outcomes(recording, warmup=warmup), none, strict=True):
            outcome["last"] = last
    return recording


@mutant("recording")
def no_run_without_warmup(recording):
    """Holds only runs with warmup."""
    recording["runs"] = [run for run in recording["runs"] if run["with"]["warmup"]]
    return recording
