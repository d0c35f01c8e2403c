"""Probe a tiny random gpt_neox and compare what its norms do with what is expected."""

from refutable import equal, mutant

WANT = {"placement": "parallel-two", "norm": "LayerNorm", "gain": "w", "epsilon": 1e-05, "final_norm": True,
        "qk_norm": "none", "embedding_norm": False, "norms": "2L + 1"}
NAMES = {"post_attention_layernorm": "input of the feed-forward"}


def check(placement_probe, placement):
    found = placement(placement_probe("gpt_neox"))
    for key, want in WANT.items():
        equal(f"gpt_neox: {key}", found[key], want)
    for name, job in NAMES.items():
        equal(f"gpt_neox: {name}", found["names"].get(name), job)


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
def expects_one_norm(measured):
    """Believes that both branches share a norm, as in GPT-J."""
    return {**WANT, "placement": 'parallel-one'}
