"""What some families need to be built small, beyond the usual sizes. Nothing here says what the probe should find."""


def _several(names, **changes):
    return dict.fromkeys(names.split(), (changes, None))


def _given(make, **changes):
    """Inputs that are not the usual ones: `make` gets token numbers and a source of noise by shape."""
    return changes, make


FAMILIES = {
    # Their head width is None by default, and then not worked out from the small sizes.
    **_several("hunyuan_v1_dense hunyuan_v1_moe hunyuan_vl_text ministral", head_dim=16),
    **_several("nemotron", head_dim=16, num_key_value_heads=2),
    # These refuse another number of heads for keys, or derive one width from others.
    **_several("esmc", num_key_value_heads=4),
    **_several("dots1", n_routed_experts=2, num_experts_per_tok=2, n_shared_experts=1),
    **_several("falcon", head_dim="default"),
    **_several("mamba2", hidden_size=64, num_heads=8, head_dim=16, state_size=8, n_groups=2),
    **_several("gpt_neo", num_layers=4, attention_types=[[["global", "local"], 2]]),
    **_several("deepseek_v2", topk_method="greedy", num_experts_per_tok=2),
    **_several("kimi_linear", num_hidden_layers=5, linear_head_dim=16, linear_num_heads=4),
    **_several("longcat_flash", zero_expert_num=2, expert_ffn_hidden_size=32),
    **_several(
        "lfm2_moe",
        num_hidden_layers=4,
        num_dense_layers=1,
        layer_types=["conv", "full_attention", "conv", "full_attention"],
    ),
    **_several(
        "zamba2",
        mamba_ngroups=1,
        n_mamba_heads=8,
        mamba_headdim=16,
        num_hidden_layers=4,
        attention_head_dim=32,
        layers_block_type=["linear_attention", "hybrid", "linear_attention", "hybrid"],
    ),
    **_several("zaya", num_experts_per_tok=1, num_key_value_heads=2, router_hidden_size=16, num_hidden_layers=3),
    **_several(
        "nemotron_h",
        ssm_state_size=8,
        mamba_num_heads=8,
        mamba_head_dim=16,
        n_groups=2,
        chunk_size=8,
        moe_shared_expert_intermediate_size=32,
    ),
    # Layers of several kinds: enough of them to have every kind, and narrow recurrences.
    **_several(
        "qwen3_next qwen3_5_text qwen3_5_moe_text",
        num_hidden_layers=4,
        linear_key_head_dim=8,
        linear_value_head_dim=8,
        linear_num_key_heads=2,
        linear_num_value_heads=4,
    ),
    **_several(
        "gemma3n_text",
        num_hidden_layers=5,
        intermediate_size=128,
        vocab_size_per_layer_input=128,
        laurel_rank=8,
        hidden_size_per_layer_input=16,
        num_kv_shared_layers=0,
        activation_sparsity_pattern=None,
        layer_types=["sliding_attention"] * 4 + ["full_attention"],
    ),
    **_several(
        "gemma4_text",
        num_hidden_layers=6,
        vocab_size_per_layer_input=128,
        hidden_size_per_layer_input=16,
        global_head_dim=16,
    ),
    # Their default is 1, which hides the factor; this one was released.
    **_several("granite granitemoe granitemoeshared", residual_multiplier=0.22),
    # Positions in three dimensions: the sections have to add up to half a head.
    **_several(
        "glm4v_text glm4v_moe_text glm_ocr_text paddleocr_vl_text qwen2_vl_text qwen2_5_vl_text glm_image_text",
        rope_parameters={"rope_type": "default", "rope_theta": 10000.0, "mrope_section": [2, 3, 3]},
    ),
    **_several(
        "glm_moe_dsa deepseek_v32 axk1 axk2", index_head_dim=24, index_n_heads=2, index_topk=8, qk_rope_head_dim=8
    ),
    # Widths by stage.
    **_several(
        "swin swinv2 donut-swin maskformer-swin",
        depths=(2, 2),
        num_heads=(2, 4),
        embed_dim=32,
        image_size=64,
        patch_size=4,
        window_size=4,
    ),
    **_several(
        "poolformer",
        depths=(2, 2),
        num_encoder_blocks=2,
        hidden_sizes=(32, 64),
        patch_sizes=(7, 3),
        strides=(4, 2),
        padding=(2, 1),
    ),
    **_several(
        "focalnet",
        embed_dim=32,
        hidden_sizes=(32, 64),
        depths=(2, 2),
        focal_levels=(1, 1),
        focal_windows=(3, 3),
        image_size=64,
        patch_size=4,
    ),
    **_several("convnext convnextv2 dinov3_convnext", hidden_sizes=(32, 64), depths=(2, 2), num_stages=2),
    # Sounds: fewer and narrower convolutions.
    **_several(
        "hubert wav2vec2 wav2vec2-conformer wavlm unispeech unispeech-sat",
        conv_dim=(32, 32),
        conv_stride=(5, 4),
        conv_kernel=(10, 8),
        num_feat_extract_layers=2,
        num_conv_pos_embeddings=16,
        num_conv_pos_embedding_groups=2,
        num_codevectors_per_group=8,
        codevector_dim=16,
        proj_codevector_dim=16,
    ),
    **_several(
        "data2vec-audio",
        conv_dim=(32, 32),
        conv_stride=(5, 4),
        conv_kernel=(10, 8),
        num_feat_extract_layers=2,
        num_conv_pos_embeddings=2,
        num_conv_pos_embedding_groups=2,
        conv_pos_kernel_size=3,
    ),
    # Tables that would be large.
    **_several(
        "roc_bert", pronunciation_embed_dim=16, shape_embed_dim=16, shape_vocab_size=128, pronunciation_vocab_size=128
    ),
    **_several("luke", entity_vocab_size=64, entity_emb_size=16),
    **_several("cpmant", dim_head=16, dim_ff=128),
    **_several("xlm flaubert", emb_dim=64),
    **_several("fsmt", src_vocab_size=128, tgt_vocab_size=128),
    **_several("funnel", block_sizes=(2, 2), d_model=64, n_head=4, d_head=16, d_inner=128, block_repeats="default"),
    **_several(
        "reformer",
        attention_head_size=16,
        axial_pos_embds=False,
        feed_forward_size=128,
        num_attention_heads=4,
        attn_layers=("local", "local", "local"),
        local_attn_chunk_length=4,
        num_hidden_layers="default",
    ),
    **_several(
        "perceiver",
        num_latents=16,
        d_latents=64,
        num_self_attends_per_block=3,
        num_self_attention_heads=4,
        num_cross_attention_heads=4,
    ),
    **_several("pegasus_x", num_global_tokens=4, block_size=4),
    **_several("ctrl", dff=128),
    # A part is a configuration of its own, for the table of an image or the kind of attention.
    "chameleon": (
        {
            "vq_config": {
                "base_channels": 32,
                "embed_dim": 16,
                "latent_channels": 16,
                "num_embeddings": 32,
                "resolution": 32,
                "channel_multiplier": [1, 1],
            },
            "vocabulary_map": {"<image>": 99},
        },
        None,
    ),
    "mpt": ({"attn_config": {}, "max_seq_len": 64, "n_heads": 4}, None),
    "dbrx": (
        {
            "attn_config": {"kv_n_heads": 2, "rope_theta": 10000.0, "clip_qkv": 8.0},
            "max_seq_len": 64,
            "ffn_config": {"ffn_hidden_size": 128, "hidden_size": 64, "moe_num_experts": 2, "moe_top_k": 2},
        },
        None,
    ),
    "esm": ({"esmfold_config": None, "vocab_size": 128, "pad_token_id": 0, "mask_token_id": 3}, None),
    # Other inputs than one sequence of tokens, one picture or one sound.
    "xmod": _given(lambda ids, noise: {"input_ids": ids, "lang_ids": ids[:, 0] * 0}, default_language="en_XX"),
    "lilt": _given(
        lambda ids, noise: {"input_ids": ids, "bbox": ids[..., None].expand(-1, -1, 4)},
        hidden_size=48,
        max_2d_position_embeddings=128,
    ),
    "bros": _given(lambda ids, noise: {"input_ids": ids, "bbox": noise(ids.shape[1], 8).abs()}),
    "videomae": _given(lambda ids, noise: {"pixel_values": noise(4, 3, 32, 32)}, num_frames=4),
    "timesformer": _given(lambda ids, noise: {"pixel_values": noise(4, 3, 32, 32)}, num_frames=4),
    "vivit": _given(lambda ids, noise: {"pixel_values": noise(4, 3, 32, 32)}, num_frames=4, tubelet_size=(2, 8, 8)),
    "audio-spectrogram-transformer": _given(
        lambda ids, noise: {"input_values": noise(64, 16)}, num_mel_bins=16, max_length=64
    ),
    "musicgen_decoder": _given(lambda ids, noise: {"input_ids": ids.repeat(4, 1)}),
    "speech_to_text": _given(
        lambda ids, noise: {"input_features": noise(64, 8), "decoder_input_ids": ids},
        input_feat_per_channel=8,
        conv_channels=32,
    ),
    "wav2vec2-bert": _given(lambda ids, noise: {"input_features": noise(16, 32)}, feature_projection_input_dim=32),
    "speecht5": _given(lambda ids, noise: {"input_values": noise(16, 64), "decoder_input_values": noise(16, 64)}),
    **{
        name: _given(lambda ids, noise: {"pixel_values": noise(3, 64, 64)})
        for name in ("segformer", "glpn", "pvt_v2", "swiftformer")
    },
}

MODULES = {
    "torch.nn:TransformerEncoderLayer": {
        "build": {"d_model": 64, "nhead": 4, "dim_feedforward": 128, "batch_first": True}
    },
    "torch.nn:TransformerDecoderLayer": {
        "build": {"d_model": 64, "nhead": 4, "dim_feedforward": 128, "batch_first": True},
        "inputs": 2,
    },
    "torch.nn:Transformer": {
        "build": {
            "d_model": 64,
            "nhead": 4,
            "dim_feedforward": 128,
            "batch_first": True,
            "num_encoder_layers": 3,
            "num_decoder_layers": 3,
        },
        "inputs": 2,
    },
}
