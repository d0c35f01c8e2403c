"""Apply the rule by type, and the rule by type and name, to the parameters of Qwen2 and of GPT-2."""

from refutable import equal, mutant

PATTERNS = ["bias", "layernorm", "rmsnorm", r"(?:^|\.)norm(?:$|\.)", r"_norm(?:$|\.)"]


def qwen2(layers):
    names = {"embed_tokens.weight": "Embedding"}
    for i in range(layers):
        names |= {f"layers.{i}.self_attn.{m}_proj.weight": "Linear" for m in "qkvo"}
        names |= {f"layers.{i}.self_attn.{m}_proj.bias": "Linear" for m in "qkv"}
        names |= {f"layers.{i}.mlp.{m}_proj.weight": "Linear" for m in ("gate", "up", "down")}
        names |= {f"layers.{i}.{m}_layernorm.weight": "Qwen2RMSNorm" for m in ("input", "post_attention")}
    return names | {"norm.weight": "Qwen2RMSNorm", "lm_head.weight": "Linear"}


def gains(names):
    return [name for name in names if "norm" in name or "ln_" in name]


def check(decayed_names):
    for layers in (1, 2, 32):
        modules = qwen2(layers)
        by_type = decayed_names(modules, ["LayerNorm"], ["bias"])
        equal(f"gains decayed by type, {layers} layers", len(gains(by_type)), 2 * layers + 1)
        equal(f"matrices decayed by type, {layers} layers", len(by_type) - 2 * layers - 1, 7 * layers + 2)
        between = decayed_names(modules, ["LayerNorm"], ["bias", "layernorm", "rmsnorm"])
        equal(f"gains decayed by the names of 4.49, {layers} layers", gains(between), ["norm.weight"])
        by_name = decayed_names(modules, ["LayerNorm"], PATTERNS)
        equal(f"gains decayed by type and name, {layers} layers", gains(by_name), [])
        equal(f"matrices decayed by type and name, {layers} layers", len(by_name), 7 * layers + 2)
    gpt2 = {"h.0.ln_1.weight": "LayerNorm", "h.0.mlp.c_fc.weight": "Conv1D", "h.0.mlp.c_fc.bias": "Conv1D",
            "ln_f.weight": "LayerNorm"}
    equal("GPT-2 by type", decayed_names(gpt2, ["LayerNorm"], ["bias"]), ["h.0.mlp.c_fc.weight"])
    other = {"ln_f.weight": "RMSNorm", "q_norm.weight": "RMSNorm", "normalizer.weight": "Linear"}
    equal("hand-written norms by type and name", decayed_names(other, ["LayerNorm"], PATTERNS),
          ["ln_f.weight", "normalizer.weight"])
    equal("a name in capitals", decayed_names({"LayerNorm.weight": "Mine"}, [], PATTERNS), [])


def observe(n, decayed_names):  # how many gains of a Qwen2 of n layers the rule by type decays
    return len(gains(decayed_names(qwen2(n), ["LayerNorm"], ["bias"])))


@mutant("decayed_names", belief=True)
def every_norm_is_exempt(modules, exempt_types, exempt_patterns):
    """Believes that every class with Norm in its name counts as a norm."""
    return [n for n, t in modules.items() if "Norm" not in t and not n.endswith("bias")]


@mutant("decayed_names")
def name_only(modules, exempt_types, exempt_patterns):
    """Ignores the types and trusts names with norm in them."""
    return [n for n in modules if "norm" not in n and not n.endswith("bias")]


@mutant("decayed_names")
def type_only(modules, exempt_types, exempt_patterns):
    """Ignores the patterns."""
    return [n for n, t in modules.items() if t not in exempt_types]


@mutant("decayed_names")
def type_by_its_ending(modules, exempt_types, exempt_patterns):
    """Exempts every type that ends like an exempt one without Layer, so RMSNorm counts as LayerNorm."""
    ends = tuple(t.replace("Layer", "") for t in exempt_types)
    return [n for n, t in modules.items() if not t.endswith(ends) and not n.endswith("bias")]


@mutant("decayed_names")
def decays_all(modules, exempt_types, exempt_patterns):
    """Decays everything that is not a bias."""
    return [n for n in modules if not n.endswith("bias")]
