"""Tiny models with random weights: all that is known of a family here is how to build one."""

import ast
import copy
import functools
import importlib
import os
import re

import torch

from .classes import find, make, near, taken, widths
from .families import BLOCK, FAMILIES
from .norms import FILL
from .problems import Unbuilt, said

os.environ.setdefault("HF_HUB_OFFLINE", "1")
BATCH, TOKENS = 4, 12  # several sequences, so that a norm of one pooled vector each still has rows to compare
LIMIT = 4_000_000  # parameters: more is not tiny, and slow
# What is set wherever a configuration has it. Widths differ, so that a width tells what is normalized; every expert is
# active, so that the operations that run do not depend on the values.
SIZES = {
    **dict.fromkeys(("hidden_size", "n_embd", "d_model", "dim", "embedding_size", "word_embed_proj_dim", "embed_dim"),
                    64),
    **dict.fromkeys(("intermediate_size", "d_ff", "ffn_dim", "encoder_ffn_dim", "decoder_ffn_dim", "hidden_dim",
                     "n_inner", "ffn_hidden_size", "shared_expert_intermediate_size"), 128),
    **dict.fromkeys(("num_hidden_layers", "n_layer", "n_layers", "num_layers", "encoder_layers", "decoder_layers",
                     "num_decoder_layers", "num_encoder_layers"), 3),
    **dict.fromkeys(("num_attention_heads", "n_head", "n_heads", "num_heads", "encoder_attention_heads",
                     "decoder_attention_heads"), 4),
    "num_key_value_heads": 2, "head_dim": 16, "d_kv": 16, "rotary_dim": 8, "v_head_dim": 16, "qk_rope_head_dim": 8,
    "qk_nope_head_dim": 8, "q_lora_rank": 24, "kv_lora_rank": 24, "n_group": 1, "topk_group": 1,
    **dict.fromkeys(("num_experts", "num_local_experts", "n_routed_experts", "num_experts_per_tok", "moe_topk",
                     "moe_num_experts", "moe_k", "num_experts_per_token", "top_k_experts", "num_experts_per_layer"), 2),
    "moe_intermediate_size": 32, "first_k_dense_replace": 1, "vocab_size": 128, "pad_token_id": 0, "padding_idx": 0,
    "bos_token_id": 1, "eos_token_id": 2, "decoder_start_token_id": 1, "max_position_embeddings": 64, "n_positions": 64,
    "max_source_positions": 32, "max_target_positions": 32, "num_mel_bins": 8, "image_size": 32, "img_size": 32,
    "patch_size": 8, "d_state": 8, "mamba_d_state": 8, "chunk_size": 8, "mamba_chunk_size": 8, "attention_window": 8,
    "window_size": 4,
}


def build(name):
    """A model and how to run it: `gemma2`, `opt(do_layer_norm_before=False)`, `torch.nn:Transformer`."""
    match = re.fullmatch(r"([\w.:-]+)(?:\((.*)\))?", name)
    if not match:
        raise Unbuilt(f"`{name}` is neither a model type nor package.module:Class")
    try:
        torch.manual_seed(0)  # some models draw more than parameters
        keywords = ast.parse(f"f({match[2] or ''})", mode="eval").body.keywords
        given = {k.arg: _literal(k.value) for k in keywords}
        model, call = _of_class(match[1], given) if ":" in match[1] else _of_type(match[1], given)
    except Unbuilt:
        raise
    except (Exception, SystemExit) as error:  # whatever a configuration or a constructor may raise
        raise Unbuilt(said(error)) from error
    return fill(model.eval().float()), call


def _literal(node):
    try:
        return ast.literal_eval(node)
    except ValueError as error:
        text = ast.unparse(node)
        raise Unbuilt(f"`{text}` is no value; write a number, a text in quotes, True, False or None") from error


def fill(model):
    """Matrices keep the scale of their input, so that epsilon is small beside it; all vectors hold one value."""
    generator = torch.Generator().manual_seed(0)
    with torch.no_grad():
        for p in model.parameters():
            if p.numel() == max(p.shape, default=1):
                p.fill_(FILL)
            elif p.is_floating_point():
                p.copy_(torch.randn(p.shape, generator=generator) / max(p.shape[1:])**0.5)
    return model


def _of_class(path, given):
    made = find(path)
    if getattr(made, "config_class", None):
        return _pretrained(made, made.config_class.model_type, given)
    model = make(made, path, {**SIZES, **BLOCK}, given)
    return model, taken(model, widths({**SIZES, **BLOCK, **given}, made, model), BATCH, TOKENS)


def _of_type(kind, given):
    from transformers import logging
    from transformers.models.auto.configuration_auto import CONFIG_MAPPING

    logging.set_verbosity_error()
    if kind not in CONFIG_MAPPING:
        raise Unbuilt(f"transformers has no model type `{kind}`{near(kind, CONFIG_MAPPING.keys())}")
    return _pretrained(_class_for(CONFIG_MAPPING[kind]), kind, given)


def _pretrained(cls, kind, given):
    changes, inputs = FAMILIES.get(kind, ({}, None))
    config = configure(cls.config_class, {**copy.deepcopy(changes), **given}, given)  # which may change its parts
    config.use_cache, config._experts_implementation = False, "eager"
    new = functools.partial(cls._from_config, config, attn_implementation="eager")
    with torch.device("meta"):
        count = sum(p.numel() for p in new().parameters())
    if count > LIMIT:
        raise Unbuilt(f"its smallest configuration here has {count / 1e6:.0f} million parameters")
    model = new()
    return model, lambda: model(**_inputs(model, config, inputs))


def _class_for(config):
    """The bare model of a configuration: that of AutoModel, or the first that its own module defines."""
    from transformers import PreTrainedModel
    from transformers.models.auto.modeling_auto import MODEL_MAPPING
    if config in MODEL_MAPPING:
        found = MODEL_MAPPING[config]
        return found[0] if isinstance(found, (tuple, list)) else found
    module = importlib.import_module(config.__module__.replace(".configuration_", ".modeling_"))
    for cls in vars(module).values():
        if isinstance(cls, type) and issubclass(cls, PreTrainedModel) and cls.__module__ == module.__name__ \
                and cls.config_class is config and "forward" in vars(cls):
            return cls
    raise Unbuilt("it has no model of its own")


def configure(cls, changes, asked=()):
    """The default configuration with its sizes made small; parts that are configurations of their own alike.

    asked: names of settings that have to exist; a configuration takes what it does not know in silence.
    """
    own = {name: value for name, value in vars(cls()).items() if not name.startswith("_")}
    parts = getattr(cls, "sub_configs", None) or {}
    other_names = getattr(cls, "attribute_map", {})
    for name in (name for name in asked if name not in own and name not in parts and name not in other_names):
        raise Unbuilt(f"its configuration has no `{name}`{near(name, own)}")
    unknown = [part for part in parts if part not in changes]
    if unknown:
        raise Unbuilt(f"it is put together from other models: {', '.join(unknown)}")
    small = {name: value for name, value in SIZES.items() if type(own.get(name)) is int}
    if "kv_lora_rank" in small:
        small |= {"num_key_value_heads": 4, "head_dim": 8}  # heads share latents, and rotate a part of themselves
    return cls(**{key: configure(parts[key], value) if key in parts and isinstance(value, dict) else value
                  for key, value in {**small, **changes}.items() if value != "default"})


def _inputs(model, config, own):
    """Random inputs: of a family's own, or the usual ones for what the model calls its main input."""
    generator = torch.Generator().manual_seed(1)
    ids = torch.randint(3, 100, (BATCH, TOKENS), generator=generator)

    def noise(*shape):
        return torch.randn((BATCH, *shape), generator=torch.Generator().manual_seed(1))

    if own:
        return own(ids, noise)
    usual = {"input_ids": ids, "pixel_values": noise(3, 32, 32), "input_features": noise(8, 64),
             "input_values": noise(4000)}
    decoder = {"decoder_input_ids": ids} if getattr(config, "is_encoder_decoder", False) else {}
    return {model.main_input_name: usual.get(model.main_input_name, noise(TOKENS, 64)), **decoder}
