"""Ask of four families what the norm called final_layer_norm does."""

from refutable import equal, experiment, mutant

WANT = {
    "bart": {"final_layer_norm": "the sum with the feed-forward"},
    "whisper": {"final_layer_norm": "input of the feed-forward", "layer_norm": "after the last block"},
    "t5": {"final_layer_norm": "after the last block"},
    "opt": {"final_layer_norm": "input of the feed-forward, after the last block"},
}


@experiment(model=tuple(WANT))
def names(model, placement, placement_probe):
    return placement(placement_probe(model))["names"]


def check(recording):
    found = {run["with"]["model"]: run["outcome"] for run in recording["runs"]}
    for model, jobs in WANT.items():
        for name, job in jobs.items():
            equal(f"{model}: {name}", found.get(model, {}).get(name), job)


def _renamed(recording, job_of):
    for run in recording["runs"]:
        run["outcome"] = {name: job_of(name) for name in run["outcome"]}
    return recording


@mutant("recording")
def believes_the_name(recording):
    """Takes every final_layer_norm for the norm behind the last block."""
    return _renamed(recording, lambda name: "after the last block")


@mutant("recording")
def every_family_is_bart(recording):
    """Takes it for the norm of the sum with the feed-forward, as it is in BART."""
    return _renamed(recording, WANT["bart"].get)


@mutant("recording")
def every_family_is_whisper(recording):
    """Takes it for what the feed-forward reads, as it is in Whisper."""
    return _renamed(recording, WANT["whisper"].get)


@mutant("recording")
def one_name_one_job(recording):
    """Sees OPT's layers, and overlooks that the norm behind the last of them has the same name."""
    recording["runs"][-1]["outcome"]["final_layer_norm"] = "input of the feed-forward"
    return recording
