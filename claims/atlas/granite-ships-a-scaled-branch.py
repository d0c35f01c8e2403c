"""Probe a tiny random granite and compare what its norms do with what is expected."""

from refutable import equal, mutant

WANT = {"placement": "pre", "norm": "RMSNorm", "gain": "w", "epsilon": 1e-06, "final_norm": True, "qk_norm": "none",
        "embedding_norm": False, "norms": "2L + 1", "scaled_residual": ['1 x + 0.22 F(x)']}


def check(placement_probe, placement):
    found = placement(placement_probe("granite"))
    for key, want in WANT.items():
        equal(f"granite: {key}", found[key], want)


mutant("placement", "believes_the_names")
mutant("placement", "looks_at_one_scale")
mutant("placement", "takes_rms_for_layer_norm")
mutant("placement", "overlooks_the_factor")
