"""Probe a tiny random gpt_oss and compare what its norms do with what is expected."""

from refutable import equal, mutant

WANT = {"placement": "pre", "norm": "RMSNorm", "gain": "w", "epsilon": 1e-05, "final_norm": True, "qk_norm": "none",
        "embedding_norm": False, "norms": "2L + 1"}


def check(placement_probe, placement):
    found = placement(placement_probe("gpt_oss"))
    for key, want in WANT.items():
        equal(f"gpt_oss: {key}", found[key], want)


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
def mistakes_the_norm_of_queries_and_keys(measured):
    """Expects a norm of queries and keys, as in Qwen3."""
    return {**WANT, "qk_norm": 'per-head'}


@mutant("placement")
def takes_rms_for_layer_norm(measured):
    """Goes by the word layernorm in the modules' names."""
    return {**WANT, "norm": 'LayerNorm'}
