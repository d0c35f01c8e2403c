"""Probe a tiny random bert and compare what its norms do with what is expected."""

from refutable import equal, mutant

WANT = {"placement": "post", "norm": "LayerNorm", "gain": "w", "epsilon": 1e-12, "final_norm": False, "qk_norm":
        "none", "embedding_norm": True, "norms": "2L + 1"}


def check(placement_probe, placement):
    found = placement(placement_probe("bert"))
    for key, want in WANT.items():
        equal(f"bert: {key}", found[key], want)


mutant("placement", "believes_the_names")
mutant("placement", "never_zeroes_the_branches")
mutant("placement", "invents_a_final_norm")
mutant("placement", "forgets_the_embedding_norm")


@mutant("placement")
def takes_another_epsilon(measured):
    """Takes the epsilon of PyTorch's LayerNorm."""
    return {**WANT, "epsilon": 1e-05}
