"""Probe a tiny random olmo and compare what its norms do with what is expected."""

from refutable import equal, mutant

WANT = {"placement": "pre", "norm": "LayerNorm", "gain": "none", "epsilon": 1e-05, "final_norm": True, "qk_norm":
        "none", "embedding_norm": False, "norms": "2L + 1"}


def check(placement_probe, placement):
    found = placement(placement_probe("olmo"))
    for key, want in WANT.items():
        equal(f"olmo: {key}", found[key], want)


@mutant("placement")
def believes_the_names(measured):
    """Takes a norm whose name begins with post for one behind the addition, and all others for norms of the input."""
    names = [norm["name"] for norm in measured["stacks"][0]["blocks"][-1]["norms"]]
    return {**WANT, "placement": "post" if any("post" in name for name in names) else "pre"}


@mutant("placement")
def looks_at_one_scale(measured):
    """Compares the output at the one scale that it tries, and finds that it does not grow: post-norm."""
    grows = measured["stacks"][0]["blocks"][-1]["output_ratio"][0] > 2
    return {**WANT, "placement": "pre" if grows else "post"}


@mutant("placement")
def expects_a_gain(measured):
    """Believes that every LayerNorm has a gain."""
    return {**WANT, "gain": 'w'}


@mutant("placement")
def takes_layer_norm_for_rms(measured):
    """Does not shift its inputs, so that it cannot see that a mean is subtracted."""
    return {**WANT, "norm": 'RMSNorm'}
