"""Probe a tiny random mbart and compare what its norms do with what is expected."""

from refutable import equal, mutant

WANT = {"placement": "pre", "norm": "LayerNorm", "gain": "w", "epsilon": 1e-05, "final_norm": True, "qk_norm": "none",
        "embedding_norm": True, "norms": "5L + 4"}
NAMES = {"self_attn_layer_norm": "input of attention", "final_layer_norm": "input of the feed-forward"}


def check(placement_probe, placement):
    found = placement(placement_probe("mbart"))
    for key, want in WANT.items():
        equal(f"mbart: {key}", found[key], want)
    for name, job in NAMES.items():
        equal(f"mbart: {name}", found["names"].get(name), job)


mutant("placement", "looks_at_one_scale")
mutant("placement", "forgets_the_final_norm")
mutant("placement", "forgets_the_embedding_norm")
mutant("placement", "takes_layer_norm_for_rms")
