"""Compare what the probe finds in a tiny random model of every type with a reading of the code."""

from transformers.models.auto.configuration_auto import CONFIG_MAPPING_NAMES

from refutable import above, equal, experiment, mutant

TABLES = {
    "rows": {
        "columns": {
            "model": "model", "placement": "placement", "norm": "norm", "gain": "gain", "epsilon": "epsilon",
            "final norm": "final_norm", "QK-norm": "qk_norm", "embedding norm": "embedding_norm", "norms": "norms",
            "residual": "scaled_residual", "year": "year", "family": "family", "why": "why"},
        "where": {"built": True}, "sort": ["year", "model"], "filter": ["placement", "norm", "QK-norm", "final norm"],
        "claims": {
            "bert": "bert-ships-post-norm",
            "xlm-roberta": "xlm-roberta-ships-post-norm",
            "bart": "bart-ships-post-norm",
            "mbart": "mbart-ships-pre-norm",
            "marian": "marian-ships-post-norm",
            "openai-gpt": "gpt-1-ships-post-norm",
            "gpt2": "gpt-2-ships-pre-norm",
            "t5": "t5-ships-pre-rms-norm",
            "llama": "llama-ships-pre-norm",
            "qwen2": "qwen-2-ships-pre-norm",
            "qwen3": "qwen-3-ships-per-head-qk-norm",
            "olmo": "olmo-1-ships-norms-without-parameters",
            "olmo2": "olmo-2-ships-output-norms",
            "olmo3": "olmo-3-ships-output-norms",
            "exaone4": "exaone-4-ships-output-norms",
            "swinv2": "swin-v2-ships-output-norms",
            "gemma": "gemma-1-ships-offset-gains",
            "gemma2": "gemma-2-ships-a-sandwich",
            "gemma3_text": "gemma-3-ships-a-sandwich-with-qk-norm",
            "vaultgemma": "vaultgemma-ships-pre-norm",
            "glm4": "glm-4-ships-a-sandwich",
            "minimax": "minimax-ships-a-normalized-skip",
            "minimax_m2": "minimax-m2-ships-pre-norm",
            "gptj": "gpt-j-ships-one-norm-for-two-branches",
            "gpt_neox": "gpt-neox-ships-two-norms-for-two-branches",
            "phi": "phi-2-ships-one-norm-for-two-branches",
            "cohere": "cohere-ships-one-norm-for-two-branches",
            "bloom": "bloom-ships-normalized-embeddings",
            "whisper": "whisper-ships-pre-norm",
            "vit": "vit-ships-pre-norm",
            "modernbert": "modernbert-normalizes-its-embeddings-once",
            "deepseek_v3": "deepseek-v3-ships-latent-norms",
            "granite": "granite-ships-a-scaled-branch",
            "bitnet": "bitnet-ships-norms-inside-its-branches",
            "nanochat": "nanochat-ships-norms-without-parameters",
            "dinov2": "dinov2-ships-scaled-branches",
            "gpt_oss": "gpt-oss-ships-pre-norm",
            "opt": "opt-ships-two-placements",
            "opt(do_layer_norm_before=False)": "opt-ships-two-placements",
            "falcon": "falcon-ships-one-norm-or-two",
            "falcon(new_decoder_architecture=True)": "falcon-ships-one-norm-or-two",
            "chameleon": "chameleon-ships-two-placements",
            "chameleon(swin_norm=True)": "chameleon-ships-two-placements",
            "wav2vec2": "wav2vec-2-ships-two-placements",
            "wav2vec2(do_stable_layer_norm=True,feat_extract_norm='layer')": "wav2vec-2-ships-two-placements",
            "stablelm": "stablelm-ships-two-placements",
            "stablelm(use_parallel_residual=True)": "stablelm-ships-two-placements",
            "torch.nn:TransformerEncoderLayer": "pytorch-encoder-layer-is-post-norm-by-default",
            "torch.nn:TransformerEncoderLayer(norm_first=True)": "pytorch-encoder-layer-is-post-norm-by-default",
            "torch.nn:Transformer": "nn-transformer-adds-a-final-norm-to-both-stacks",
            "torch.nn:TransformerEncoder": "nn-transformer-encoder-ends-without-a-norm",
        },
    },
    "unbuilt": {"columns": {"model": "model", "why not": "why"}, "where": {"built": False}, "sort": ["model"]},
    "llama-names": {
        "columns": {"model": "model", "input_layernorm": "names.input_layernorm",
                    "post_attention_layernorm": "names.post_attention_layernorm", "placement": "placement"},
        "only": ["llama", "qwen3", "gemma", "gemma2", "gemma3_text", "vaultgemma", "glm4", "olmo2", "exaone4",
                 "gpt_neox", "phi", "falcon(parallel_attn=False)", "minimax", "bloom",
                 "bloom(apply_residual_connection_post_layernorm=True)", "chameleon", "chameleon(swin_norm=True)"],
    },
    "bart-names": {
        "columns": {"model": "model", "self_attn_layer_norm": "names.self_attn_layer_norm",
                    "final_layer_norm": "names.final_layer_norm", "layer_norm": "names.layer_norm",
                    "placement": "placement"},
        "only": ["bart", "marian", "mbart", "pegasus", "whisper", "opt", "opt(do_layer_norm_before=False)", "xglm",
                 "t5", "wav2vec2", "wav2vec2(do_stable_layer_norm=True,feat_extract_norm='layer')", "gpt_neox"],
    },
    "vision-names": {
        "columns": {"model": "model", "layernorm_before": "names.layernorm_before",
                    "layernorm_after": "names.layernorm_after", "norm1": "names.norm1", "norm2": "names.norm2",
                    "norm": "names.norm", "placement": "placement"},
        "only": ["vit", "swin", "swinv2", "beit", "dinov2", "torch.nn:TransformerEncoderLayer",
                 "torch.nn:TransformerEncoderLayer(norm_first=True)", "torch.nn:TransformerDecoderLayer",
                 "torch.nn:Transformer"],
    },
}


@experiment(model=[
    *CONFIG_MAPPING_NAMES,
    "opt(do_layer_norm_before=False)", "falcon(new_decoder_architecture=True)", "falcon(parallel_attn=False)",
    "chameleon(swin_norm=True)", "stablelm(use_parallel_residual=True)", "gpt_neox(use_parallel_residual=False)",
    "bloom(apply_residual_connection_post_layernorm=True)", "mobilebert(normalization_type='layer_norm')",
    "wav2vec2(do_stable_layer_norm=True,feat_extract_norm='layer')", "phi(qk_layernorm=True)",
    "cohere(use_qk_norm=True)", "stablelm(qk_layernorm=True)", "glm4_moe(use_qk_norm=True)",
    *(f"torch.nn:{name}{mode}" for name in ("TransformerEncoderLayer", "TransformerDecoderLayer", "TransformerEncoder",
                                            "TransformerDecoder", "Transformer") for mode in ("", "(norm_first=True)")),
])
def row(model, placement, placement_probe):
    found = placement(placement_probe(model))
    return {key: value for key, value in found.items() if value not in (None, {}) and key != "measurements"}


def check(recording):
    read = {
        "post":
            "bert bart xlm-roberta marian opt(do_layer_norm_before=False) openai-gpt distilbert deberta-v2 "
            "electra albert mpnet wav2vec2 blenderbot-small fnet torch.nn:TransformerEncoderLayer "
            "torch.nn:TransformerDecoderLayer",
        "pre":
            "opt gpt2 llama qwen2 qwen3 gemma glm t5 bloom mbart pegasus whisper vit dinov2 mistral mixtral "
            "gpt_oss granite olmo deepseek_v3 starcoder2 stablelm bitnet modernbert gpt_neo roberta-prelayernorm "
            "xglm mamba jamba apertus phi3 smollm3 qwen3_next minimax_m2 clip_text_model persimmon megatron-bert "
            "esm m2m_100 vaultgemma nanochat chameleon "
            "wav2vec2(do_stable_layer_norm=True,feat_extract_norm='layer') gpt_neox(use_parallel_residual=False) "
            "falcon(parallel_attn=False) torch.nn:TransformerEncoderLayer(norm_first=True) "
            "torch.nn:TransformerDecoderLayer(norm_first=True)",
        "output-norm":
            "olmo2 olmo3 exaone4 swinv2 chameleon(swin_norm=True)",
        "sandwich":
            "gemma2 gemma3_text glm4",
        "normalised-skip":
            "minimax bloom(apply_residual_connection_post_layernorm=True)",
        "parallel-one":
            "gptj falcon phi cohere codegen stablelm(use_parallel_residual=True)",
        "parallel-two":
            "gpt_neox falcon(new_decoder_architecture=True)",
    }
    found = {
        "pre":
            "aimv2_text_model aimv2_vision_model altclip_vision_model apertus1p5_text arcee aria_text "
            "audio-spectrogram-transformer axk2 bamba beit bigbird_pegasus biogpt blenderbot blip_2_vision_model "
            "blip_vision_model blt_patcher canary_decoder chinese_clip_vision_model clip_vision_model "
            "clipseg_text_model clipseg_vision_model clvp_decoder cpmant ctrl cwm data2vec-vision dbrx deepseek_v2 "
            "deepseek_v32 deit dia_encoder diffllama dinov2_with_registers dinov3_vit doge donut-swin dots1 "
            "emu3_text_model ernie4_5 ernie4_5_moe esmc eurobert exaone exaone_moe falcon_h1 falcon_mamba "
            "flava_image_model flava_multimodal_model flava_text_model flint focalnet git_vision_model glm4_moe "
            "glm4_moe(use_qk_norm=True) glm4_moe_lite glm4v_moe_text glm_moe_dsa glmasr_encoder glpn gpt-sw3 "
            "gpt_bigcode gpt_neox_japanese granite4_vision_text granite_docling_text granite_swa granitemoe "
            "granitemoe_swa granitemoehybrid granitemoeshared groupvit_text_model groupvit_vision_model helium "
            "higgs_audio_v2 hrm_text hunyuan_v1_dense hunyuan_v1_moe hy_v3 ijepa imagegpt instructblip_vision_model "
            "instructblipvideo_vision_model internlm3 internvl_vision iquestcoder jais2 janus_vision_model jetmoe "
            "kimi_linear kosmos_2_5_text_model kosmos_2_text_model laguna lara_mini lfm2 lfm2_moe llama4_text "
            "longt5 mamba2 maskformer-swin mellum metaclip_2_text_model metaclip_2_vision_model mimo_v2_flash "
            "minicpm3 minimax_m3_vl_text ministral ministral3 mistral_large4_text mlcd mlcd_vision_model "
            "mllama_text_model modernbert-decoder molmo2_text moonshine moonshine_streaming_encoder "
            "moss_transcribe_diarize_audio mpt mt5 musicgen musicgen_decoder musicgen_melody "
            "musicgen_melody_decoder nemotron nemotron_h neomme nllb-moe olmoe openai_privacy_filter "
            "owlv2_text_model owlvit_text_model paddleocr_vl_text pegasus_x perceiver phi4_multimodal_vision phimoe "
            "pixio pixtral pop2piano pvt_v2 qianfan_ocr_vision qwen2_5_vl_text qwen2_audio_encoder qwen2_moe "
            "qwen2_vl_text qwen3_5_moe_text qwen3_5_text qwen3_moe qwen3_omni_moe_text qwen3_vl_moe_text "
            "qwen3_vl_text recurrent_gemma rwkv sam3_vit_model sam_hq_vision_model sam_vision_model sarvam_mla "
            "sarvam_moe seed_oss segformer siglip2_text_model siglip_text_model siglip_vision_model slanext_vision "
            "solar_open speech_to_text stablelm(qk_layernorm=True) swin switch_transformers timesformer "
            "tipsv2_text_model tipsv2_vision_model torch.nn:Transformer(norm_first=True) "
            "torch.nn:TransformerDecoder(norm_first=True) torch.nn:TransformerEncoder(norm_first=True) ultrabert "
            "umt5 videomae videoprism_text_model vit_mae vit_msn vitdet vivit voxtral_encoder "
            "voxtral_realtime_encoder xclip_text_model xlm-roberta-xl xlstm yolos youtu zamba2",
        "post":
            "align_text_model altclip_text_model bert-generation big_bird bridgetower_text_model bros camembert "
            "canine chinese_clip_text_model clap_text_model convbert data2vec-audio data2vec-text deberta dpr ernie "
            "fsmt funnel gte hubert ibert instructblip_qformer instructblipvideo_qformer jina_embeddings_v3 "
            "layoutlm led lilt longformer luke markuplm mobilebert(normalization_type='layer_norm') mvp nomic_bert "
            "nystromformer plbart prophetnet rembert roberta roc_bert roformer sew sew-d speecht5 splinter tapas "
            "torch.nn:Transformer torch.nn:TransformerDecoder torch.nn:TransformerEncoder trocr unispeech "
            "unispeech-sat visual_bert wavlm xlnet xmod yoso",
        "sandwich":
            "afmoe beam gemma4_unified_text glm4v_text glm_image_text glm_ocr_text hyperclovax kolibri1 lfm3 "
            "muse_glimmer_text",
        "output-norm":
            "flex_olmo",
        "parallel-one":
            "cohere(use_qk_norm=True) cohere2 cohere2_moe phi(qk_layernorm=True)",
        "other":
            "axk1 convnext convnextv2 embedding_gemma2_text gemma3n_text gemma4_text longcat_flash mobilebert "
            "olmo_hybrid swiftformer wav2vec2-bert wav2vec2-conformer",
        "undecided":
            "deepseek_v4 dory flaubert flava_image_codebook hy_v4 mobilenet_v1 mobilenet_v2 mra pp_lcnet "
            "pp_lcnet_v4 reformer squeezebert superpoint xlm zaya",
    }
    now = {run["with"]["model"]: run["outcome"]["placement"] for run in recording["runs"]}
    by_hand = {name: word for word, names in read.items() for name in names.split()}
    decided = [name for name in by_hand if now.get(name, "undecided") != "undecided"]
    above("configurations read by hand", len(by_hand), 40)
    above("of them decided, as a share", len(decided) / len(by_hand), 0.9)
    wrong = [f"{name} was read as {by_hand[name]}, is found {now[name]}" for name in decided
             if now[name] != by_hand[name]]
    assert not wrong, "; ".join(wrong)
    equal("named wrong, of those read by hand", len(wrong), 0)
    built = [run["outcome"]["placement"] for run in recording["runs"] if run["outcome"]["built"]]
    above("share of pre-norm, of all that were built", built.count("pre") / len(built), 0.5)
    before = {name: word for word, names in found.items() for name in names.split()}
    changed = [f"{name} was {word}, is {now.get(name, 'gone')}" for name, word in before.items()
               if now.get(name) != word]
    assert not changed, "; ".join(changed)
    equal("changed, of those that the probe alone has read", len(changed), 0)


def figure(recording):
    words = {"pre": "pre", "post": "post", **dict.fromkeys(("sandwich", "output-norm"), "sandwich or output norm"),
             **dict.fromkeys(("parallel-one", "parallel-two"), "parallel"),
             **dict.fromkeys(("normalised-skip", "other", "undecided"), "other or undecided")}
    rows = [run["outcome"] for run in recording["runs"] if "(" not in run["with"]["model"]]
    dated = {(row["family"], words[row["placement"]]): row["year"] for row in rows if row.get("year")}
    years = range(min(dated.values()), max(dated.values()) + 1)
    late = [word for (_, word), year in dated.items() if year >= 2024]
    return {
        "title": "Placements of released architectures over the years",
        "x": "first year in the copyright notices of the code", "y": "families so far", "log": "",
        "series": {word: [[year, sum(w == word and y <= year for (_, w), y in dated.items())] for year in years]
                   for word in dict.fromkeys(words.values())},
        "says": f"Of {len(late)} families dated 2024 or later {late.count('pre')} are pre-norm, {late.count('post')} "
                f"post-norm, {late.count('parallel')} parallel, and {late.count('sandwich or output norm')} have norms "
                "at the output of their branches.",
    }


def _renamed(recording, word_of):
    for run in recording["runs"]:
        if "norms" in run["outcome"]:
            run["outcome"]["placement"] = word_of(run["outcome"])
    return recording


@mutant("recording")
def names_are_believed(recording):
    """Takes a model for post-norm if one of its norms is called after what it follows."""
    return _renamed(recording, lambda row: "post" if any("post" in name for name in row.get("names", ())) else "pre")


@mutant("recording")
def norms_are_counted(recording):
    """Takes four norms a layer for a sandwich and one for parallel branches."""
    words = {"4": "sandwich", "6": "sandwich", "1": "parallel-one"}
    return _renamed(recording, lambda row: words.get(row["norms"][0], "pre"))


@mutant("recording")
def the_final_norm_decides(recording):
    """Takes a model with a final norm for pre-norm, and one without for post-norm."""
    return _renamed(recording, lambda row: "pre" if row.get("final_norm") is True else "post")


@mutant("recording")
def two_placements_only(recording):
    """Knows pre-norm and post-norm and nothing else."""
    return _renamed(recording, lambda row: "post" if row["placement"] == "post" else "pre")


@mutant("recording")
def post_norm_rows_are_counted_again(recording):
    """Has every post-norm configuration ten times, under other names."""
    for run in [run for run in recording["runs"] if run["outcome"].get("placement") == "post"]:
        name = run["with"]["model"]
        recording["runs"] += [{**run, "with": {"model": f"{name} ({number})"}} for number in range(2, 11)]
    return recording


@mutant("recording")
def nothing_is_decided(recording):
    """Says undecided to everything."""
    return _renamed(recording, lambda row: "undecided")


@mutant("recording")
def a_variant_is_its_family(recording):
    """Takes every configuration of a family for the default one."""
    default = {run["with"]["model"]: run["outcome"] for run in recording["runs"]}
    for run in recording["runs"]:
        run["outcome"] = default[run["with"]["model"].partition("(")[0]]
    return recording
