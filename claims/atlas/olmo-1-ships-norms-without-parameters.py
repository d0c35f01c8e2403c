"""Probe a tiny random olmo and compare what its norms do with what is expected."""

from refutable import equal, mutant

WANT = {"placement": "pre", "norm": "LayerNorm", "gain": "none", "epsilon": 1e-05, "final_norm": True, "qk_norm":
        "none", "embedding_norm": False, "norms": "2L + 1"}


def check(placement_probe, placement):
    found = placement(placement_probe("olmo"))
    for key, want in WANT.items():
        equal(f"olmo: {key}", found[key], want)


mutant("placement", "believes_the_names")
mutant("placement", "looks_at_one_scale")
mutant("placement", "takes_layer_norm_for_rms")


@mutant("placement")
def expects_a_gain(measured):
    """Believes that every LayerNorm has a gain."""
    return {**WANT, "gain": 'w'}
