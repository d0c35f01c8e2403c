"""Probe two configurations of one class and compare what their norms do with what is expected."""

from refutable import equal, mutant

WANT = {
    "falcon": {
        "placement": "parallel-one", "norm": "LayerNorm", "gain": "w", "epsilon": 1e-05, "final_norm": True,
        "qk_norm": "none", "embedding_norm": False, "norms": "1L + 1"},
    "falcon(new_decoder_architecture=True)": {
        "placement": "parallel-two", "norm": "LayerNorm", "gain": "w", "epsilon": 1e-05, "final_norm": True,
        "qk_norm": "none", "embedding_norm": False, "norms": "2L + 1"},
}


def check(placement_probe, placement):
    for name, want in WANT.items():
        found = placement(placement_probe(name))
        for key, value in want.items():
            equal(f"{name}: {key}", found[key], value)


mutant("placement_probe", "knows_the_default_alone")
mutant("placement", "believes_the_names")
mutant("placement", "looks_at_one_scale")


@mutant("placement")
def every_member_is_the_exception(measured):
    """Knows the other configuration alone."""
    return list(WANT.values())[-1]
