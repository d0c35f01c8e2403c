"""Probe a tiny random bloom and compare what its norms do with what is expected."""

from refutable import equal, mutant

WANT = {"placement": "pre", "norm": "LayerNorm", "gain": "w", "epsilon": 1e-05, "final_norm": True, "qk_norm": "none",
        "embedding_norm": True, "norms": "2L + 2"}


def check(placement_probe, placement):
    found = placement(placement_probe("bloom"))
    for key, want in WANT.items():
        equal(f"bloom: {key}", found[key], want)


mutant("placement", "believes_the_names")
mutant("placement", "looks_at_one_scale")
mutant("placement", "forgets_the_embedding_norm")
mutant("placement", "forgets_the_final_norm")
