"""Probe a tiny random vaultgemma and compare what its norms do with what is expected."""

from refutable import equal, mutant

WANT = {"placement": "pre", "norm": "RMSNorm", "gain": "1+w", "epsilon": 1e-06, "final_norm": True, "qk_norm": "none",
        "embedding_norm": False, "norms": "2L + 1"}


def check(placement_probe, placement):
    found = placement(placement_probe("vaultgemma"))
    for key, want in WANT.items():
        equal(f"vaultgemma: {key}", found[key], want)


@mutant("placement")
def goes_by_the_family(measured):
    """Takes every Gemma after the first for a sandwich."""
    return {**WANT, "placement": 'sandwich'}


@mutant("placement")
def looks_at_one_scale(measured):
    """Compares the output at the one scale that it tries, and finds that it does not grow: post-norm."""
    grows = measured["stacks"][0]["blocks"][-1]["output_ratio"][0] > 2
    return {**WANT, "placement": "pre" if grows else "post"}


@mutant("placement")
def reads_offsets_as_gains(measured):
    """Takes the stored weight for the gain, which is one plus that weight."""
    return {**WANT, "gain": 'w'}


@mutant("placement")
def forgets_the_final_norm(measured):
    """Leaves out the norm behind the last block."""
    return {**WANT, "final_norm": False}
