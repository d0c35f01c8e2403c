"""Probe a tiny random gpt2 and compare what its norms do with what is expected."""

from refutable import equal, mutant

WANT = {"placement": "pre", "norm": "LayerNorm", "gain": "w", "epsilon": 1e-05, "final_norm": True, "qk_norm": "none",
        "embedding_norm": False, "norms": "2L + 1"}


def check(placement_probe, placement):
    found = placement(placement_probe("gpt2"))
    for key, want in WANT.items():
        equal(f"gpt2: {key}", found[key], want)


mutant("placement", "looks_at_one_scale")
mutant("placement", "forgets_the_final_norm")
mutant("placement", "invents_an_embedding_norm")
mutant("placement", "takes_layer_norm_for_rms")
