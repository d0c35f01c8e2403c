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
def takes_rms_for_layer_norm(measured):
    """Goes by the word layernorm in the modules' names."""
    return {**WANT, "norm": 'LayerNorm'}


@mutant("placement")
def expects_gemmas_gain(measured):
    """Believes that every such norm stores its gain less one, as Gemma's do."""
    return {**WANT, "gain": '1+w'}


@mutant("placement")
def forgets_the_final_norm(measured):
    """Leaves out the norm behind the last block."""
    return {**WANT, "final_norm": False}
