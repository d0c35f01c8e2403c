"""Probe a tiny random gemma and compare what its norms do with what is expected."""

from refutable import equal, mutant

WANT = {"placement": "pre", "norm": "RMSNorm", "gain": "1+w", "epsilon": 1e-06, "final_norm": True, "qk_norm": "none",
        "embedding_norm": False, "norms": "2L + 1"}


def check(placement_probe, placement):
    found = placement(placement_probe("gemma"))
    for key, want in WANT.items():
        equal(f"gemma: {key}", found[key], want)


mutant("placement", "believes_the_names")
mutant("placement", "looks_at_one_scale")
mutant("placement", "reads_offsets_as_gains")
mutant("placement", "takes_rms_for_layer_norm")
