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


@mutant("placement")
def one_flag_changes_nothing(measured):
    """Knows the default configuration alone."""
    return next(iter(WANT.values()))


@mutant("placement")
def every_member_is_the_exception(measured):
    """Knows the other configuration alone."""
    return list(WANT.values())[-1]


@mutant("placement")
def believes_the_names(measured):
    """Goes by the modules' names, which do not change with the configuration."""
    names = [norm["name"] for norm in measured["stacks"][0]["blocks"][-1]["norms"]]
    word = "post" if any("post" in name for name in names) else "pre"
    return {**next(iter(WANT.values())), "placement": word}


@mutant("placement")
def looks_at_one_scale(measured):
    """Compares the output at the one scale that it tries, and finds that it does not grow: post-norm."""
    grows = measured["stacks"][0]["blocks"][-1]["output_ratio"][0] > 2
    return {**next(iter(WANT.values())), "placement": "pre" if grows else "post"}
