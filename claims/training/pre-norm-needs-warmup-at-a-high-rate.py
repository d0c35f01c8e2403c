"""Train 24 pre-norm layers at a rate of 0.1, with and without warmup."""

import numpy as np

from refutable import above, below, experiment, mutant, outcomes


@experiment(warmup=(0, 40), seed=range(200, 210))
def run(warmup, seed, draw_encoder, encoder_gradients, train_encoder):
    losses = train_encoder(
        draw_encoder(24, seed), encoder_gradients, seed, placement="pre", rate=0.1, warmup=warmup, steps=80
    )["losses"]
    return {"last": np.mean(losses[-10:]).item(), "curve": [round(loss, 3) for loss in losses[::5]]}


def check(recording):
    without, warm = ([o["last"] for o in outcomes(recording, warmup=warmup)] for warmup in (0, 40))
    above("seeds", min(len(without), len(warm)), 2)
    above("final losses without warmup", without, 1.0)
    below("final losses with 40 warmup steps", warm, 1.0)


def figure(recording):
    series, ends = {}, []
    for name, warmup in (("no warmup", 0), ("40 warmup steps", 40)):
        found = outcomes(recording, warmup=warmup)
        curve = np.median([o["curve"] for o in found], axis=0)
        series[name] = [[5 * i, float(y)] for i, y in enumerate(curve)]
        ends.append(np.median([o["last"] for o in found]))
    return {
        "title": "24 pre-norm layers, rate 0.1: median loss",
        "x": "step",
        "y": "loss (nats)",
        "log": "",
        "series": series,
        "lines": {"chance, ln 16": float(np.log(16))},
        "says": f"After 80 steps the median loss is {ends[0]:.2f} without warmup and {ends[1]:.3f} with it.",
    }


@mutant("recording", belief=True)
def warmup_is_needless(recording):
    """Without warmup the runs end where they end with it."""
    for cold, warm in zip(outcomes(recording, warmup=0), outcomes(recording, warmup=40), strict=True):
        cold["last"] = warm["last"]
    return recording


@mutant("recording")
def arms_swapped(recording):
    """Exchanges the labels."""
    for run in recording["runs"]:
        run["with"]["warmup"] = 40 - run["with"]["warmup"]
    return recording


@mutant("recording")
def one_warmed_up_run_failed(recording):
    """One of the runs with warmup stayed at chance."""
    outcomes(recording, warmup=40)[-1]["last"] = 2.7
    return recording


@mutant("recording")
def one_cold_run_learned(recording):
    """One of the runs without warmup learned."""
    outcomes(recording, warmup=0)[0]["last"] = 0.02
    return recording


@mutant("recording")
def one_seed(recording):
    """Keeps the first seed alone."""
    recording["runs"] = [run for run in recording["runs"] if run["with"]["seed"] == recording["grid"]["seed"][0]]
    return recording
