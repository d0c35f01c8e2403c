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


mutant("placement", "looks_at_one_scale")
mutant("placement", "forgets_the_final_norm")
mutant("placement", "takes_layer_norm_for_rms")


@mutant("placement")
def believes_the_names(measured):
    """Takes every norm called final_layer_norm for one after the last block, and counts it outside of the layers."""
    last = [stack["blocks"][-1]["norms"] for stack in measured["stacks"]]
    inside = sum(not norm["name"].endswith("final_layer_norm") for norms in last for norm in norms)
    return {**WANT, "norms": f"{inside}L + 2"}
