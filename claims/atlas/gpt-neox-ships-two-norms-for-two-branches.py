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


mutant("placement", "believes_the_names")
mutant("placement", "looks_from_outside_alone")
mutant("placement", "never_asks_what_the_second_branch_reads")


@mutant("placement")
def expects_one_norm(measured):
    """Believes that both branches share a norm, as in GPT-J."""
    return {**WANT, "placement": 'parallel-one'}
