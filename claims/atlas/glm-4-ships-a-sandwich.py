"""Probe a tiny random glm4 and compare what its norms do with what is expected."""

from refutable import equal, mutant

WANT = {"placement": "sandwich", "norm": "RMSNorm", "gain": "w", "epsilon": 1.56e-07, "final_norm": True, "qk_norm":
        "none", "embedding_norm": False, "norms": "4L + 1"}
NAMES = {"post_attention_layernorm": "input of the feed-forward", "post_self_attn_layernorm": "output of attention"}


def check(placement_probe, placement):
    found = placement(placement_probe("glm4"))
    for key, want in WANT.items():
        equal(f"glm4: {key}", found[key], want)
    for name, job in NAMES.items():
        equal(f"glm4: {name}", found["names"].get(name), job)


mutant("placement", "believes_the_names")
mutant("placement", "looks_from_outside_alone")
mutant("placement", "never_scales_the_weights")


@mutant("placement")
def takes_another_epsilon(measured):
    """Takes the epsilon of its successor GLM-4.5."""
    return {**WANT, "epsilon": 1e-05}
