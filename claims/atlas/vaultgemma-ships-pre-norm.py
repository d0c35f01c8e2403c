"""Probe a tiny random vaultgemma and compare what its norms do with what is expected."""

from refutable import equal, mutant

WANT = {"placement": "pre", "norm": "RMSNorm", "gain": "1+w", "epsilon": 1e-06, "final_norm": True, "qk_norm": "none",
        "embedding_norm": False, "norms": "2L + 1"}


def check(placement_probe, placement):
    found = placement(placement_probe("vaultgemma"))
    for key, want in WANT.items():
        equal(f"vaultgemma: {key}", found[key], want)


mutant("placement", "looks_at_one_scale")
mutant("placement", "reads_offsets_as_gains")
mutant("placement", "forgets_the_final_norm")


@mutant("placement")
def goes_by_the_family(measured):
    """Takes every Gemma after the first for a sandwich."""
    return {**WANT, "placement": 'sandwich'}
