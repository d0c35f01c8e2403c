"""What some families need to be built small, beyond the usual sizes. Nothing here says what the probe should find."""


def _several(names, **changes):
    return dict.fromkeys(names.split(), (changes, None))


def _given(make, **changes):
    """Inputs that are not the usual ones: `make` gets token numbers and a source of noise by shape."""
    return changes, make


def _video(ids, noise):
    return {"pixel_values": noise(4, 3, 32, 32)}


def _picture(ids, noise):
    return {"pixel_values": noise(3, 64, 64)}


FAMILIES = {
    # The width of a head is None by default, and then not worked out from the small sizes.
    **_several("hunyuan_v1_dense hunyuan_v1_moe hunyuan_vl_text ministral", head_dim=16),
    **_several("nemotron", head_dim=16, num_key_value_heads=2),
    # A number of heads or experts that only fits the default, or is None there.
    **_several("esmc", num_key_value_heads=4),
    **_several("falcon", head_dim="default"),
    **_several("dots1", n_routed_experts=2, num_experts_per_tok=2, n_shared_experts=1),
    **_several("mamba2", num_heads=8, state_size=8, n_groups=2),
    **_several("gpt_neo", num_layers=4, attention_types=[[["global", "local"], 2]]),
    **_several("deepseek_v2", topk_method="greedy", num_experts_per_tok=2),
    **_several("longcat_flash", zero_expert_num=2, expert_ffn_hidden_size=32),
    **_several("zaya", num_experts_per_tok=1, router_hidden_size=16),
    **_several("nemotron_h", ssm_state_size=8, mamba_num_heads=8, mamba_head_dim=16, n_groups=2,
               moe_shared_expert_intermediate_size=32),
    **_several("glm_moe_dsa deepseek_v32 axk1 axk2", index_head_dim=24, index_n_heads=2, index_topk=8),
    # Layers of several kinds: enough of them to have every kind, and narrow recurrences.
    **_several("kimi_linear", num_hidden_layers=3, linear_head_dim=8, linear_num_heads=2,
               layer_types=["linear_attention", "linear_attention", "full_attention"],
               mlp_layer_types=["dense", "sparse", "sparse"]),
    **_several("falcon_h1", mamba_d_ssm=64, mamba_n_heads=8, mamba_d_head=8),
    **_several("longt5", local_radius=4, global_block_size=4),
    **_several("lfm2_moe", num_hidden_layers=4, num_dense_layers=1,
               layer_types=["conv", "full_attention", "conv", "full_attention"]),
    **_several("zamba2", n_mamba_heads=8, mamba_headdim=16, num_hidden_layers=4, attention_head_dim=32,
               layers_block_type=["linear_attention", "hybrid", "linear_attention", "hybrid"]),
    **_several("qwen3_next qwen3_5_text qwen3_5_moe_text lara_mini", num_hidden_layers=4, linear_key_head_dim=8,
               linear_value_head_dim=8, linear_num_key_heads=2, linear_num_value_heads=4),
    **_several("gemma3n_text", num_hidden_layers=5, intermediate_size=128, vocab_size_per_layer_input=128,
               laurel_rank=8, hidden_size_per_layer_input=16, num_kv_shared_layers=0, activation_sparsity_pattern=None,
               layer_types=["sliding_attention"] * 4 + ["full_attention"]),
    **_several("gemma4_text", num_hidden_layers=6, vocab_size_per_layer_input=128, hidden_size_per_layer_input=16,
               global_head_dim=16),
    # The default factor of the branches is 1, which hides it; this one was released.
    **_several("granite granitemoe granitemoeshared", residual_multiplier=0.22),
    # Positions in three dimensions: the sections have to add up to half a head.
    **_several("glm4v_text glm_ocr_text paddleocr_vl_text qwen2_vl_text qwen2_5_vl_text glm_image_text",
               rope_parameters={"rope_type": "default", "rope_theta": 10000.0, "mrope_section": [2, 3, 3]}),
    **_several("glm4v_moe_text", rope_parameters={"rope_type": "default", "rope_theta": 10000.0,
                                                  "partial_rotary_factor": 0.5, "mrope_section": [1, 1, 2]}),
    # Widths by stage.
    **_several("swin swinv2 donut-swin maskformer-swin", depths=(2, 2), num_heads=(2, 4), embed_dim=32, image_size=64,
               patch_size=4),
    **_several("focalnet", embed_dim=32, hidden_sizes=(32, 64), depths=(2, 2), focal_levels=(1, 1),
               focal_windows=(3, 3), image_size=64, patch_size=4),
    **_several("convnext convnextv2", hidden_sizes=(32, 64), depths=(2, 2), num_stages=2),
    # Sounds: fewer and narrower convolutions.
    **_several("hubert wav2vec2 wav2vec2-conformer wavlm unispeech unispeech-sat", conv_dim=(32, 32),
               conv_stride=(10, 10), conv_kernel=(10, 10), num_feat_extract_layers=2, num_conv_pos_embeddings=16,
               num_conv_pos_embedding_groups=2, num_codevectors_per_group=8, codevector_dim=16,
               proj_codevector_dim=16),
    **_several("data2vec-audio", conv_dim=(32, 32), conv_stride=(10, 10), conv_kernel=(10, 10),
               num_feat_extract_layers=2, num_conv_pos_embeddings=2, num_conv_pos_embedding_groups=2,
               conv_pos_kernel_size=3),
    # Tables that would be large.
    **_several("roc_bert", pronunciation_embed_dim=16, shape_embed_dim=16, shape_vocab_size=128,
               pronunciation_vocab_size=128),
    **_several("luke", entity_vocab_size=64, entity_emb_size=16),
    **_several("cpmant", dim_head=16, dim_ff=128),
    **_several("xlm flaubert", emb_dim=64),
    **_several("fsmt", src_vocab_size=128, tgt_vocab_size=128),
    **_several("funnel", block_sizes=(2, 2), d_head=16, d_inner=128, block_repeats="default"),
    **_several("reformer", attention_head_size=16, axial_pos_embds=False, feed_forward_size=128,
               attn_layers=("local", "local", "local"), local_attn_chunk_length=4, num_hidden_layers="default"),
    **_several("perceiver", num_latents=16, d_latents=64, num_self_attends_per_block=3, num_self_attention_heads=4,
               num_cross_attention_heads=4),
    **_several("pegasus_x", num_global_tokens=4, block_size=4),
    **_several("ctrl", dff=128),
    # A part is a configuration of its own: of a picture's codes, or of the kind of attention.
    **_several("chameleon", vocabulary_map={"<image>": 99}, vq_config={
        "base_channels": 32, "embed_dim": 16, "latent_channels": 16, "num_embeddings": 32, "resolution": 32,
        "channel_multiplier": [1, 1]}),
    **_several("mpt", attn_config={}, max_seq_len=64),
    **_several("dbrx", attn_config={"kv_n_heads": 2, "rope_theta": 10000.0, "clip_qkv": 8.0}, max_seq_len=64,
               ffn_config={"ffn_hidden_size": 128, "hidden_size": 64, "moe_num_experts": 2, "moe_top_k": 2}),
    **_several("esm", esmfold_config=None, vocab_size=128, pad_token_id=0, mask_token_id=3),
    # Other inputs than one sequence of tokens, one picture or one sound.
    "xmod": _given(lambda ids, noise: {"input_ids": ids, "lang_ids": ids[:, 0] * 0}, default_language="en_XX"),
    "lilt": _given(lambda ids, noise: {"input_ids": ids, "bbox": ids[..., None].expand(-1, -1, 4)}, hidden_size=48,
                   max_2d_position_embeddings=128),
    "bros": _given(lambda ids, noise: {"input_ids": ids, "bbox": noise(ids.shape[1], 8).abs()}),
    "videomae": _given(_video, num_frames=4),
    "timesformer": _given(_video, num_frames=4),
    "vivit": _given(_video, num_frames=4, tubelet_size=(2, 8, 8)),
    **dict.fromkeys(("segformer", "glpn", "pvt_v2", "swiftformer"), _given(_picture)),
    "audio-spectrogram-transformer": _given(lambda ids, noise: {"input_values": noise(64, 16)}, num_mel_bins=16,
                                            max_length=64),
    "musicgen_decoder": _given(lambda ids, noise: {"input_ids": ids.repeat(4, 1)}),
    "speech_to_text": _given(lambda ids, noise: {"input_features": noise(64, 8), "decoder_input_ids": ids},
                             input_feat_per_channel=8, conv_channels=32),
    "wav2vec2-bert": _given(lambda ids, noise: {"input_features": noise(16, 32)}, feature_projection_input_dim=32),
    "speecht5": _given(lambda ids, noise: {"input_values": noise(16, 64), "decoder_input_values": noise(16, 64)}),
}
# Classes of modules: sizes by the names of the parameters that they ask for, and what stands for a parameter that is a
# module itself.
BLOCK = {"d_model": 64, "nhead": 4, "dim_feedforward": 128, "batch_first": True}
PARTS = {"encoder_layer": "TransformerEncoderLayer", "decoder_layer": "TransformerDecoderLayer"}
