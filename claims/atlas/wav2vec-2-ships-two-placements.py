"""Probe two configurations of one class and compare what their norms do with what is expected."""

from refutable import equal, mutant

WANT = {
    "wav2vec2": {
        "placement": "post", "norm": "LayerNorm", "gain": "w", "epsilon": 1e-05, "final_norm": False, "qk_norm":
        "none", "embedding_norm": True, "norms": "2L + 3"},
    "wav2vec2(do_stable_layer_norm=True,feat_extract_norm='layer')": {
        "placement": "pre", "norm": "LayerNorm", "gain": "w", "epsilon": 1e-05, "final_norm": True, "qk_norm": "none",
        "embedding_norm": True, "norms": "2L + 4"},
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
