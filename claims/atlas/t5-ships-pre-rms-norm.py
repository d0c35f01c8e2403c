"""Probe a tiny random t5 and compare what its norms do with what is expected."""

from refutable import equal, mutant

WANT = {"placement": "pre", "norm": "RMSNorm", "gain": "w", "epsilon": 1e-06, "final_norm": True, "qk_norm": "none",
        "embedding_norm": False, "norms": "5L + 2"}


def check(placement_probe, placement):
    found = placement(placement_probe("t5"))
    for key, want in WANT.items():
        equal(f"t5: {key}", found[key], want)


mutant("placement", "looks_at_one_scale")
mutant("placement", "takes_rms_for_layer_norm")
mutant("placement", "forgets_the_final_norm")
mutant("placement", "invents_an_embedding_norm")
