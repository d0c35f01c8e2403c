"""Probe a tiny random deepseek_v3 and compare what its norms do with what is expected."""

from refutable import equal, mutant

WANT = {"placement": "pre", "norm": "RMSNorm", "gain": "w", "epsilon": 1e-06, "final_norm": True, "qk_norm": "latent",
        "embedding_norm": False, "norms": "4L + 1"}


def check(placement_probe, placement):
    found = placement(placement_probe("deepseek_v3"))
    for key, want in WANT.items():
        equal(f"deepseek_v3: {key}", found[key], want)


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
def looks_at_one_scale(measured):
    """Compares the output at the one scale that it tries, and finds that it does not grow: post-norm."""
    grows = measured["stacks"][0]["blocks"][-1]["output_ratio"][0] > 2
    return {**WANT, "placement": "pre" if grows else "post"}


@mutant("placement")
def mistakes_the_norm_of_queries_and_keys(measured):
    """Takes norms of latents for norms of queries and keys."""
    return {**WANT, "qk_norm": 'per-head'}
