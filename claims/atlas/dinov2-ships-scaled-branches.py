"""Probe a tiny random dinov2 and compare what its norms do with what is expected."""

from refutable import equal, mutant

WANT = {"placement": "pre", "norm": "LayerNorm", "gain": "w", "epsilon": 1e-06, "final_norm": True, "qk_norm": "none",
        "embedding_norm": False, "norms": "2L + 1", "scaled_residual": ['1 x + a F(x)']}


def check(placement_probe, placement):
    found = placement(placement_probe("dinov2"))
    for key, want in WANT.items():
        equal(f"dinov2: {key}", found[key], want)


@mutant("placement")
def looks_at_one_scale(measured):
    """Compares the output at the one scale that it tries, and finds that it does not grow: post-norm."""
    grows = measured["stacks"][0]["blocks"][-1]["output_ratio"][0] > 2
    return {**WANT, "placement": "pre" if grows else "post"}


@mutant("placement")
def forgets_the_final_norm(measured):
    """Leaves out the norm behind the last block."""
    return {**WANT, "final_norm": False}


@mutant("placement")
def takes_layer_norm_for_rms(measured):
    """Does not shift its inputs, so that it cannot see that a mean is subtracted."""
    return {**WANT, "norm": 'RMSNorm'}


@mutant("placement")
def overlooks_the_factor(measured):
    """Takes the addition for a plain one."""
    return {**WANT, "scaled_residual": []}
