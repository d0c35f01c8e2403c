"""Probe a tiny random gpt_oss and compare what its norms do with what is expected."""

from refutable import equal, mutant

WANT = {"placement": "pre", "norm": "RMSNorm", "gain": "w", "epsilon": 1e-05, "final_norm": True, "qk_norm": "none",
        "embedding_norm": False, "norms": "2L + 1"}


def check(placement_probe, placement):
    found = placement(placement_probe("gpt_oss"))
    for key, want in WANT.items():
        equal(f"gpt_oss: {key}", found[key], want)


mutant("placement", "believes_the_names")
mutant("placement", "looks_at_one_scale")
mutant("placement", "takes_rms_for_layer_norm")


@mutant("placement")
def mistakes_the_norm_of_queries_and_keys(measured):
    """Expects a norm of queries and keys, as in Qwen3."""
    return {**WANT, "qk_norm": 'per-head'}
