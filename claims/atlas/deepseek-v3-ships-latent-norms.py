"""Probe a tiny random deepseek_v3 and compare what its norms do with what is expected."""

from refutable import equal, mutant

WANT = {"placement": "pre", "norm": "RMSNorm", "gain": "w", "epsilon": 1e-06, "final_norm": True, "qk_norm": "latent",
        "embedding_norm": False, "norms": "4L + 1"}


def check(placement_probe, placement):
    found = placement(placement_probe("deepseek_v3"))
    for key, want in WANT.items():
        equal(f"deepseek_v3: {key}", found[key], want)


mutant("placement", "believes_the_names")
mutant("placement", "counts_norms")
mutant("placement", "looks_at_one_scale")


@mutant("placement")
def mistakes_the_norm_of_queries_and_keys(measured):
    """Takes norms of latents for norms of queries and keys."""
    return {**WANT, "qk_norm": 'per-head'}
