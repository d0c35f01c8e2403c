"""Probe a tiny random granite and compare what its norms do with what is expected."""

from refutable import equal, mutant

WANT = {"placement": "pre", "norm": "RMSNorm", "gain": "w", "epsilon": 1e-06, "final_norm": True, "qk_norm": "none",
        "embedding_norm": False, "norms": "2L + 1", "scaled_residual": ['1 x + 0.22 F(x)']}


def check(placement_probe, placement):
    found = placement(placement_probe("granite"))
    for key, want in WANT.items():
        equal(f"granite: {key}", found[key], want)


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
def takes_rms_for_layer_norm(measured):
    """Goes by the word layernorm in the modules' names."""
    return {**WANT, "norm": 'LayerNorm'}


@mutant("placement")
def overlooks_the_factor(measured):
    """Takes the addition for a plain one."""
    return {**WANT, "scaled_residual": []}
