"""Probe a tiny random dinov2 and compare what its norms do with what is expected."""

from refutable import equal, mutant

WANT = {"placement": "pre", "norm": "LayerNorm", "gain": "w", "epsilon": 1e-06, "final_norm": True, "qk_norm": "none",
        "embedding_norm": False, "norms": "2L + 1", "scaled_residual": ['1 x + a F(x)']}


def check(placement_probe, placement):
    found = placement(placement_probe("dinov2"))
    for key, want in WANT.items():
        equal(f"dinov2: {key}", found[key], want)


mutant("placement", "looks_at_one_scale")
mutant("placement", "forgets_the_final_norm")
mutant("placement", "takes_layer_norm_for_rms")
mutant("placement", "overlooks_the_factor")
