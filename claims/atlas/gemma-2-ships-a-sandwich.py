"""Probe a tiny random gemma2 and compare what its norms do with what is expected."""

from refutable import equal, mutant

WANT = {"placement": "sandwich", "norm": "RMSNorm", "gain": "1+w", "epsilon": 1e-06, "final_norm": True, "qk_norm":
        "none", "embedding_norm": False, "norms": "4L + 1"}


def check(placement_probe, placement):
    found = placement(placement_probe("gemma2"))
    for key, want in WANT.items():
        equal(f"gemma2: {key}", found[key], want)


mutant("placement", "believes_the_names")
mutant("placement", "looks_from_outside_alone")
mutant("placement", "never_scales_the_weights")
mutant("placement", "reads_offsets_as_gains")
mutant("placement", "forgets_the_final_norm")
