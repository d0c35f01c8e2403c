"""Probe a tiny random bart and compare what its norms do with what is expected."""

from refutable import equal, mutant

WANT = {"placement": "post", "norm": "LayerNorm", "gain": "w", "epsilon": 1e-05, "final_norm": False, "qk_norm":
        "none", "embedding_norm": True, "norms": "5L + 2"}
NAMES = {"final_layer_norm": "the sum with the feed-forward"}


def check(placement_probe, placement):
    found = placement(placement_probe("bart"))
    for key, want in WANT.items():
        equal(f"bart: {key}", found[key], want)
    for name, job in NAMES.items():
        equal(f"bart: {name}", found["names"].get(name), job)


mutant("placement", "believes_the_names")
mutant("placement", "counts_norms")
mutant("placement", "never_zeroes_the_branches")
mutant("placement", "invents_a_final_norm")
