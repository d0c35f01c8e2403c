"""Probe a tiny random nanochat and compare what its norms do with what is expected."""

from refutable import equal, mutant

WANT = {"placement": "pre", "norm": "RMSNorm", "gain": "none", "epsilon": 1e-06, "final_norm": True, "qk_norm":
        "per-head", "embedding_norm": True, "norms": "4L + 1"}


def check(placement_probe, placement):
    found = placement(placement_probe("nanochat"))
    for key, want in WANT.items():
        equal(f"nanochat: {key}", found[key], want)


@mutant("placement")
def believes_the_names(measured):
    """Takes a norm whose name begins with post for one behind the addition, and all others for norms of the input."""
    names = [norm["name"] for norm in measured["stacks"][0]["blocks"][-1]["norms"]]
    return {**WANT, "placement": "post" if any("post" in name for name in names) else "pre"}


@mutant("placement")
def counts_norms(measured):
    """Takes one norm a block for parallel branches, four or more for a sandwich, and all else for pre-norm."""
    count = len(measured["stacks"][0]["blocks"][-1]["norms"])
    return {**WANT, "placement": "parallel-one" if count == 1 else "sandwich" if count > 3 else "pre"}


@mutant("placement")
def expects_a_gain(measured):
    """Believes that every RMSNorm has a gain."""
    return {**WANT, "gain": 'w'}


@mutant("placement")
def forgets_the_embedding_norm(measured):
    """Overlooks that the embeddings are normalized before the first block."""
    return {**WANT, "embedding_norm": False}


@mutant("placement")
def mistakes_the_norm_of_queries_and_keys(measured):
    """Overlooks the norms of queries and keys."""
    return {**WANT, "qk_norm": 'none'}
