"""Tiny models with random weights: all that is known of a family here is how to build one."""

import ast
import functools
import importlib
import inspect
import os
import re

import torch

from .families import FAMILIES, MODULES
from .norms import FILL
from .tape import Undecided

os.environ.setdefault("HF_HUB_OFFLINE", "1")
BATCH, TOKENS = 4, 12  # several sequences, so that a norm of one pooled vector each still has rows to compare

# What is set wherever a configuration has it. Widths differ, so that a width tells what is normalized; every expert is
# active, so that the operations that run do not depend on the values.
SIZES = {
    **dict.fromkeys(
        ("hidden_size", "n_embd", "d_model", "dim", "embedding_size", "word_embed_proj_dim", "embed_dim"), 64
    ),
    **dict.fromkeys(
        (
            "intermediate_size",
            "d_ff",
            "ffn_dim",
            "encoder_ffn_dim",
            "decoder_ffn_dim",
            "hidden_dim",
            "n_inner",
            "ffn_hidden_size",
            "shared_expert_intermediate_size",
        ),
        128,
    ),
    **dict.fromkeys(
        (
            "num_hidden_layers",
            "n_layer",
            "n_layers",
            "num_layers",
            "encoder_layers",
            "decoder_layers",
            "num_decoder_layers",
            "num_encoder_layers",
        ),
        3,
    ),
    **dict.fromkeys(
        ("num_attention_heads", "n_head", "n_heads", "num_heads", "encoder_attention_heads", "decoder_attention_heads"),
        4,
    ),
    "num_key_value_heads": 2,
    "head_dim": 16,
    "d_kv": 16,
    "rotary_dim": 8,
    "v_head_dim": 16,
    "qk_rope_head_dim": 8,
    "qk_nope_head_dim": 8,
    "q_lora_rank": 24,
    "kv_lora_rank": 24,
    "n_group": 1,
    "topk_group": 1,
    **dict.fromkeys(
        (
            "num_experts",
            "num_local_experts",
            "n_routed_experts",
            "num_experts_per_tok",
            "moe_topk",
            "moe_num_experts",
            "moe_k",
            "num_experts_per_token",
            "top_k_experts",
            "num_experts_per_layer",
        ),
        2,
    ),
    "moe_intermediate_size": 32,
    "first_k_dense_replace": 1,
    "vocab_size": 128,
    "pad_token_id": 0,
    "padding_idx": 0,
    "bos_token_id": 1,
    "eos_token_id": 2,
    "decoder_start_token_id": 1,
    "max_position_embeddings": 64,
    "n_positions": 64,
    "max_source_positions": 32,
    "max_target_positions": 32,
    "num_mel_bins": 8,
    "image_size": 32,
    "patch_size": 8,
    "d_state": 8,
    "chunk_size": 8,
    "mamba_chunk_size": 8,
    "attention_window": 8,
    "mamba_d_state": 8,
    "window_size": 4,
}
LIMIT = 4_000_000  # parameters: more is not tiny, and slow


class Unbuilt(Exception):
    """A model that cannot be built here; the message says why."""


def build(name):
    """A model, ready to be run, and how to run it: `gemma2`, `opt(do_layer_norm_before=False)`, `torch.nn:Transformer`."""
    match = re.fullmatch(r"([\w.:-]+)(?:\((.*)\))?", name)
    if not match:
        raise Unbuilt(f"`{name}` is neither a model type nor package.module:Class")
    given = {k.arg: ast.literal_eval(k.value) for k in ast.parse(f"f({match[2] or ''})", mode="eval").body.keywords}
    try:
        model, call = _module(match[1], given) if ":" in match[1] else _transformer(match[1], given)
    except (Unbuilt, Undecided):
        raise
    except Exception as error:  # whatever a configuration or a constructor may raise
        raise Unbuilt(_short(error)) from error
    return fill(model.eval().float()), call


def fill(model):
    """Matrices keep the scale of their input, so that epsilon is small beside it; all vectors hold one value."""
    generator = torch.Generator().manual_seed(0)
    with torch.no_grad():
        for p in model.parameters():
            if p.numel() == max(p.shape, default=1):
                p.fill_(FILL)
            elif p.is_floating_point():
                p.copy_(torch.randn(p.shape, generator=generator) / max(p.shape[1:]) ** 0.5)
    return model


def _transformer(kind, given):
    from transformers import logging
    from transformers.models.auto.configuration_auto import CONFIG_MAPPING

    logging.set_verbosity_error()
    if kind not in CONFIG_MAPPING:
        raise Unbuilt(f"transformers has no model type `{kind}`")
    changes, inputs = FAMILIES.get(kind, ({}, None))
    config = configure(CONFIG_MAPPING[kind], {**changes, **given})
    config._experts_implementation = "eager"
    config.use_cache = False

    cls = _class_for(type(config))
    make = functools.partial(cls._from_config, config, attn_implementation="eager")
    with torch.device("meta"):
        count = sum(p.numel() for p in make().parameters())
    if count > LIMIT:
        raise Unbuilt(f"its smallest configuration here has {count / 1e6:.0f} million parameters")
    model = make()
    return model, lambda: _run(model, config, inputs)


def _class_for(config):
    """The bare model of a configuration: that of AutoModel, or the first that its own module defines."""
    from transformers import PreTrainedModel
    from transformers.models.auto.modeling_auto import MODEL_MAPPING

    if config in MODEL_MAPPING:
        found = MODEL_MAPPING[config]
        return found[0] if isinstance(found, (tuple, list)) else found
    module = importlib.import_module(config.__module__.replace(".configuration_", ".modeling_"))
    for cls in vars(module).values():
        if (
            isinstance(cls, type)
            and issubclass(cls, PreTrainedModel)
            and cls.__module__ == module.__name__
            and cls.config_class is config
            and "forward" in vars(cls)
        ):
            return cls
    raise Unbuilt("it has no model of its own")


def configure(cls, changes):
    """The default configuration with its sizes made small; parts that are configurations of their own alike."""
    default = cls()
    own = {name: value for name, value in vars(default).items() if not name.startswith("_")}
    parts = getattr(cls, "sub_configs", None) or {}
    unknown = [p for p in parts if p not in changes]
    if unknown:
        raise Unbuilt(f"it is put together from other models: {', '.join(unknown)}")
    small = {
        name: value
        for name, value in SIZES.items()
        if isinstance(own.get(name), int) and not isinstance(own.get(name), bool)
    }
    if "kv_lora_rank" in small:
        small |= {"num_key_value_heads": 4, "head_dim": 8}  # heads share latents, and rotate a part of themselves
    small |= changes
    small = {
        k: configure(parts[k], v) if k in parts and isinstance(v, dict) else v
        for k, v in small.items()
        if v != "default"
    }
    return cls(**small)


def _run(model, config, inputs):
    """Run with the first of the usual inputs that fits; the last error says why none does."""
    ids = torch.randint(3, 100, (BATCH, TOKENS), generator=torch.Generator().manual_seed(1))

    def noise(*shape):
        return torch.randn((BATCH, *shape), generator=torch.Generator().manual_seed(1))

    usual = {
        "input_ids": ids,
        "pixel_values": noise(3, 32, 32),
        "input_features": noise(8, 64),
        "input_values": noise(8000),
        "inputs_embeds": noise(TOKENS, 64),
    }
    if inputs:
        return model(**inputs(ids, noise))
    chosen = {model.main_input_name: usual.get(model.main_input_name, noise(TOKENS, 64))}
    if getattr(config, "is_encoder_decoder", False):
        chosen["decoder_input_ids"] = ids
    return model(**chosen)


def _module(path, given):
    """Any class of modules: built with no more than small sizes for the parameters that it asks for."""
    package, _, name = path.partition(":")
    cls = getattr(importlib.import_module(package), name)
    if hasattr(cls, "config_class") and cls.config_class:
        config = configure(cls.config_class, {**FAMILIES.get(cls.config_class.model_type, ({}, None))[0], **given})
        model = cls._from_config(config, attn_implementation="eager")
        return model, lambda: _run(model, config, None)
    known = MODULES.get(path, {})
    sizes = {n: SIZES[n] for n, p in inspect.signature(cls).parameters.items() if p.default is p.empty and n in SIZES}
    model = cls(**{**sizes, **known.get("build", {}), **given})
    x = torch.randn(BATCH, TOKENS, 64, generator=torch.Generator().manual_seed(1))
    count = known.get("inputs", 1)
    return model, lambda: model(*[x] * count)


def _short(error):
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text[:140]}" if text else type(error).__name__
