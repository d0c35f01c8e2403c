"""Probe a tiny random phi and compare what its norms do with what is expected."""

from refutable import equal, mutant

WANT = {"placement": "parallel-one", "norm": "LayerNorm", "gain": "w", "epsilon": 1e-05, "final_norm": True,
        "qk_norm": "none", "embedding_norm": False, "norms": "1L + 1"}


def check(placement_probe, placement):
    found = placement(placement_probe("phi"))
    for key, want in WANT.items():
        equal(f"phi: {key}", found[key], want)


mutant("placement", "believes_the_names")
mutant("placement", "looks_from_outside_alone")
mutant("placement", "never_asks_what_the_second_branch_reads")


@mutant("placement")
def takes_it_for_phi_3(measured):
    """Takes it for Phi-3, which is plain pre-norm with RMSNorm."""
    return {**WANT, "placement": 'pre'}
