"""Probe a tiny random swinv2 and compare what its norms do with what is expected."""

from refutable import equal, mutant

WANT = {"placement": "output-norm", "norm": "LayerNorm", "gain": "w", "epsilon": 1e-05, "final_norm": True, "qk_norm":
        "per-head", "embedding_norm": True, "norms": "4L + 3"}
NAMES = {"layernorm_before": "output of attention", "layernorm_after": "output of the feed-forward"}


def check(placement_probe, placement):
    found = placement(placement_probe("swinv2"))
    for key, want in WANT.items():
        equal(f"swinv2: {key}", found[key], want)
    for name, job in NAMES.items():
        equal(f"swinv2: {name}", found["names"].get(name), job)


mutant("placement", "believes_the_names")
mutant("placement", "counts_norms")
mutant("placement", "looks_from_outside_alone")
mutant("placement", "never_scales_the_weights")
