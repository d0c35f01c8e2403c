"""Probe a tiny random phi and compare what its norms do with what is expected."""

from refutable import equal, mutant

WANT = {"placement": "parallel-one", "norm": "LayerNorm", "gain": "w", "epsilon": 1e-05, "final_norm": True,
        "qk_norm": "none", "embedding_norm": False, "norms": "1L + 1"}


def check(placement_probe, placement):
    found = placement(placement_probe("phi"))
    for key, want in WANT.items():
        equal(f"phi: {key}", found[key], want)


@mutant("placement")
def believes_the_names(measured):
    """Takes a norm whose name begins with post for one behind the addition, and all others for norms of the input."""
    names = [norm["name"] for norm in measured["stacks"][0]["blocks"][-1]["norms"]]
    return {**WANT, "placement": "post" if any("post" in name for name in names) else "pre"}


@mutant("placement")
def looks_from_outside_alone(measured):
    """Calls a block pre-norm if its output grows with its input, and post-norm if it does not."""
    grows = measured["stacks"][0]["blocks"][-1]["output_ratio"][-1] > 2
    return {**WANT, "placement": "pre" if grows else "post"}


@mutant("placement")
def never_asks_what_the_second_branch_reads(measured):
    """Sees that every branch reads a norm, which holds for one after the other as well."""
    reads = all(branch["norms"] for branch in measured["stacks"][0]["blocks"][-1]["branches"])
    return {**WANT, "placement": "pre" if reads else "other"}


@mutant("placement")
def takes_it_for_phi_3(measured):
    """Takes it for Phi-3, which is plain pre-norm with RMSNorm."""
    return {**WANT, "placement": 'pre'}
