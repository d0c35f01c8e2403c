"""Ask of four families what the norm of one name does."""

from refutable import equal, experiment, mutant

WANT = {
    "llama": {"post_attention_layernorm": "input of the feed-forward", "input_layernorm": "input of attention"},
    "gpt_neox": {"post_attention_layernorm": "input of the feed-forward", "input_layernorm": "input of attention"},
    "gemma2": {"post_attention_layernorm": "output of attention", "input_layernorm": "input of attention"},
    "minimax": {"post_attention_layernorm": "the sum with attention, the sum with the mixer",
                "input_layernorm": "the stream itself, on entry"},
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
    """Takes what is called after attention for what stands at its output."""
    return _renamed(recording, lambda name: "output of attention" if "post" in name else "input of attention")


@mutant("recording")
def every_family_is_llama(recording):
    """Takes the norm for what the feed-forward reads, as it is in Llama, wherever it has that name."""
    return _renamed(recording, WANT["llama"].get)


@mutant("recording")
def every_family_is_gemma_2(recording):
    """Takes the norm for the one that bounds what attention writes, as it is in Gemma 2."""
    return _renamed(recording, WANT["gemma2"].get)


@mutant("recording")
def the_skip_passes_no_norm(recording):
    """Takes MiniMax for pre-norm, as its code looks."""
    recording["runs"][-1]["outcome"] = {**WANT["llama"]}
    return recording
