"""Probe a tiny random openai-gpt and compare what its norms do with what is expected."""

from refutable import equal, mutant

WANT = {"placement": "post", "norm": "LayerNorm", "gain": "w", "epsilon": 1e-05, "final_norm": False, "qk_norm":
        "none", "embedding_norm": False, "norms": "2L"}


def check(placement_probe, placement):
    found = placement(placement_probe("openai-gpt"))
    for key, want in WANT.items():
        equal(f"openai-gpt: {key}", found[key], want)


mutant("placement", "believes_the_names")
mutant("placement", "never_zeroes_the_branches")
mutant("placement", "invents_a_final_norm")
mutant("placement", "invents_an_embedding_norm")
