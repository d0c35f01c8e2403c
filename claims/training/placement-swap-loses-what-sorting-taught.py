"""Train six layers to sort or to copy in one placement, and read the same weights in the other."""

import numpy as np

from refutable import above, below, experiment, mutant, outcomes


@experiment(task=("sort", "copy"), trained=("pre", "post"), seed=range(200, 210))
def run(task, trained, seed, draw_encoder, encoder_gradients, train_encoder):
    other = {"pre": "post", "post": "pre"}[trained]
    read = train_encoder(
        draw_encoder(6, seed),
        encoder_gradients,
        seed,
        placement=trained,
        read_as=other,
        task=task,
        final_norm=True,
        steps=300,
    )["read"]
    return {
        name: {measure: round(value, 5) for measure, value in read[placement].items()}
        for name, placement in (("own", trained), ("other", other))
    }


def check(recording):
    rise = {}
    for trained in ("pre", "post"):
        found = outcomes(recording, task="sort", trained=trained)
        above(f"seeds, sorting in {trained}-norm", len(found), 2)
        above(f"accuracy of sorting in {trained}-norm", [o["own"]["accuracy"] for o in found], 0.7)
        rise[trained] = [o["other"]["loss"] - o["own"]["loss"] for o in found]
        above(f"rise of the loss when {trained}-norm weights are read in the other placement", rise[trained], 0.2)
        copied = outcomes(recording, task="copy", trained=trained)
        above(
            f"accuracy of copying in {trained}-norm, read in the other placement",
            [o["other"]["accuracy"] for o in copied],
            0.99,
        )
        below(
            f"loss of copying in {trained}-norm, read in the other placement", [o["other"]["loss"] for o in copied], 0.1
        )
    below("median rise from post-norm over that from pre-norm", np.median(rise["post"]) / np.median(rise["pre"]), 1.0)


def figure(recording):
    series, medians = {}, []
    for trained, other in (("pre", "post"), ("post", "pre")):
        found = outcomes(recording, task="sort", trained=trained)
        for name, reader in (("own", trained), ("other", other)):
            losses = [o[name]["loss"] for o in found]
            series[f"trained {trained}, read {reader}"] = [[i + 1, loss] for i, loss in enumerate(losses)]
            medians.append(np.median(losses))
    return {
        "title": "Sorting, 6 layers: the same weights in both placements",
        "x": "run",
        "y": "loss (nats)",
        "log": "",
        "series": series,
        "lines": {"chance, ln 16": float(np.log(16))},
        "says": f"Pre-norm weights go from a median loss of {medians[0]:.2f} to {medians[1]:.2f} when they are read in "
        f"post-norm, and post-norm weights from {medians[2]:.2f} to {medians[3]:.2f} in pre-norm.",
    }


@mutant("recording", belief=True)
def swap_is_harmless(recording):
    """The other placement reads the weights as well as their own."""
    for outcome in outcomes(recording, task="sort"):
        outcome["other"] = outcome["own"]
    return recording


@mutant("recording")
def tasks_swapped(recording):
    """Exchanges the labels of the two tasks."""
    for run in recording["runs"]:
        run["with"]["task"] = {"sort": "copy", "copy": "sort"}[run["with"]["task"]]
    return recording


@mutant("recording")
def readers_swapped(recording):
    """Exchanges own and other."""
    for run in recording["runs"]:
        run["outcome"] = {"own": run["outcome"]["other"], "other": run["outcome"]["own"]}
    return recording


@mutant("recording")
def sorting_not_learned(recording):
    """Sorting stayed at chance in both readings."""
    for outcome in outcomes(recording, task="sort"):
        outcome["own"] = {"loss": 2.77, "accuracy": 0.06}
        outcome["other"] = {"loss": 3.9, "accuracy": 0.06}
    return recording


@mutant("recording")
def directions_swapped(recording):
    """Exchanges the labels of the placements trained with."""
    for run in recording["runs"]:
        run["with"]["trained"] = {"pre": "post", "post": "pre"}[run["with"]["trained"]]
    return recording


@mutant("recording")
def copying_left_out(recording):
    """Holds no run on the task that hides the damage."""
    recording["runs"] = [run for run in recording["runs"] if run["with"]["task"] == "sort"]
    return recording
