"""Probe a tiny random xlm-roberta and compare what its norms do with what is expected."""

from refutable import equal, mutant

WANT = {"placement": "post", "norm": "LayerNorm", "gain": "w", "epsilon": 1e-12, "final_norm": False, "qk_norm":
        "none", "embedding_norm": True, "norms": "2L + 1"}


def check(placement_probe, placement):
    found = placement(placement_probe("xlm-roberta"))
    for key, want in WANT.items():
        equal(f"xlm-roberta: {key}", found[key], want)


mutant("placement", "believes_the_names")
mutant("placement", "never_zeroes_the_branches")
mutant("placement", "invents_a_final_norm")
mutant("placement", "forgets_the_embedding_norm")
