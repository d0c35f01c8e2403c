"""Ask of four modules what the norm does whose name says that it comes first."""

from refutable import equal, experiment, mutant

WANT = {
    "vit": {"layernorm_before": "input of attention", "layernorm_after": "input of the feed-forward"},
    "swinv2": {"layernorm_before": "output of attention", "layernorm_after": "output of the feed-forward"},
    "torch.nn:TransformerEncoderLayer": {"norm1": "the sum with attention", "norm2": "the sum with the feed-forward"},
    "torch.nn:TransformerEncoderLayer(norm_first=True)": {
        "norm1": "input of attention", "norm2": "input of the feed-forward"},
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


FIRST = ("layernorm_before", "norm1")


@mutant("recording")
def believes_the_name(recording):
    """Takes a norm called before, or first, for what attention reads, and the other for what the feed-forward reads."""
    return _renamed(recording, lambda name: f"input of {'attention' if name in FIRST else 'the feed-forward'}")


@mutant("recording")
def every_family_is_post_norm(recording):
    """Takes either norm for one of a sum, as they are in PyTorch's layer by default."""
    return _renamed(recording, lambda name: f"the sum with {'attention' if name in FIRST else 'the feed-forward'}")


@mutant("recording")
def forgets_the_flag(recording):
    """Knows PyTorch's default alone."""
    recording["runs"][-1]["outcome"] = recording["runs"][-2]["outcome"]
    return recording
