"""Probe a tiny random llama and compare what its norms do with what is expected."""

from refutable import equal, mutant

WANT = {"placement": "pre", "norm": "RMSNorm", "gain": "w", "epsilon": 1e-06, "final_norm": True, "qk_norm": "none",
        "embedding_norm": False, "norms": "2L + 1"}
NAMES = {"post_attention_layernorm": "input of the feed-forward"}


def check(placement_probe, placement):
    found = placement(placement_probe("llama"))
    for key, want in WANT.items():
        equal(f"llama: {key}", found[key], want)
    for name, job in NAMES.items():
        equal(f"llama: {name}", found["names"].get(name), job)


mutant("placement", "believes_the_names")
mutant("placement", "looks_at_one_scale")
mutant("placement", "takes_rms_for_layer_norm")
mutant("placement", "forgets_the_final_norm")


@mutant("placement")
def expects_gemmas_gain(measured):
    """Believes that every such norm stores its gain less one, as Gemma's do."""
    return {**WANT, "gain": '1+w'}
