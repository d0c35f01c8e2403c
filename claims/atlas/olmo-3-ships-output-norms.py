"""Probe a tiny random olmo3 and compare what its norms do with what is expected."""

from refutable import equal, mutant

WANT = {"placement": "output-norm", "norm": "RMSNorm", "gain": "w", "epsilon": 1e-05, "final_norm": True, "qk_norm":
        "full", "embedding_norm": False, "norms": "4L + 1"}


def check(placement_probe, placement):
    found = placement(placement_probe("olmo3"))
    for key, want in WANT.items():
        equal(f"olmo3: {key}", found[key], want)


mutant("placement", "believes_the_names")
mutant("placement", "counts_norms")
mutant("placement", "looks_from_outside_alone")
mutant("placement", "never_scales_the_weights")
