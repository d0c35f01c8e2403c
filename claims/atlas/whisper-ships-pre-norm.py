"""Probe a tiny random whisper and compare what its norms do with what is expected."""

from refutable import equal, mutant

WANT = {"placement": "pre", "norm": "LayerNorm", "gain": "w", "epsilon": 1e-05, "final_norm": True, "qk_norm": "none",
        "embedding_norm": False, "norms": "5L + 2"}
NAMES = {"final_layer_norm": "input of the feed-forward"}


def check(placement_probe, placement):
    found = placement(placement_probe("whisper"))
    for key, want in WANT.items():
        equal(f"whisper: {key}", found[key], want)
    for name, job in NAMES.items():
        equal(f"whisper: {name}", found["names"].get(name), job)


@mutant("placement")
def believes_the_names(measured):
    """Takes every norm called final_layer_norm for one after the last block, and counts it outside of the layers."""
    last = [stack["blocks"][-1]["norms"] for stack in measured["stacks"]]
    inside = sum(not norm["name"].endswith("final_layer_norm") for norms in last for norm in norms)
    return {**WANT, "norms": f"{inside}L + 2"}


@mutant("placement")
def looks_at_one_scale(measured):
    """Compares the output at the one scale that it tries, and finds that it does not grow: post-norm."""
    grows = measured["stacks"][0]["blocks"][-1]["output_ratio"][0] > 2
    return {**WANT, "placement": "pre" if grows else "post"}


@mutant("placement")
def forgets_the_final_norm(measured):
    """Leaves out the norm behind the last block."""
    return {**WANT, "final_norm": False}


@mutant("placement")
def takes_layer_norm_for_rms(measured):
    """Does not shift its inputs, so that it cannot see that a mean is subtracted."""
    return {**WANT, "norm": "RMSNorm"}
