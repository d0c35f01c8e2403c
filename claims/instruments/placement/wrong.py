"""Wrong ways to read the measurements of a model, for the checks of its row."""

from .row import describe


def believes_the_names(measured):
    """Takes a norm whose name begins with post for one behind the addition, and all others for norms of the input."""
    post = any("post" in norm["name"] for norm in _last_block(measured)["norms"])
    return {**describe(measured), "placement": "post" if post else "pre"}


def counts_norms(measured):
    """Takes one norm a block for parallel branches, four or more for a sandwich, and all else for pre-norm."""
    count = len(_last_block(measured)["norms"])
    return {**describe(measured), "placement": "parallel-one" if count == 1 else "sandwich" if count > 3 else "pre"}


def looks_at_one_scale(measured):
    """Compares the output at the one scale that it tries, and finds that it does not grow: post-norm."""
    grows = _last_block(measured)["output_ratio"][0] > 2
    return {**describe(measured), "placement": "pre" if grows else "post"}


def looks_from_outside_alone(measured):
    """Calls a block pre-norm if its output grows with its input, and post-norm if it does not."""
    grows = _last_block(measured)["output_ratio"][-1] > 2
    return {**describe(measured), "placement": "pre" if grows else "post"}


def never_scales_the_weights(measured):
    """Sees whether a branch reads a norm, and never whether what it writes is bounded."""
    reads = _last_block(measured)["branches"][0]["norms"]
    return {**describe(measured), "placement": "pre" if reads else "other"}


def never_zeroes_the_branches(measured):
    """Sees norms behind the branches, and not that the skip passes them, too: output norms."""
    behind = _last_block(measured)["order"][-1] == "N"
    return {**describe(measured), "placement": "output-norm" if behind else "pre"}


def never_asks_what_the_second_branch_reads(measured):
    """Sees that every branch reads a norm, which holds for one after the other as well."""
    reads = all(branch["norms"] for branch in _last_block(measured)["branches"])
    return {**describe(measured), "placement": "pre" if reads else "other"}


def takes_rms_for_layer_norm(measured):
    """Goes by the word layernorm in the modules' names."""
    return {**describe(measured), "norm": "LayerNorm"}


def takes_layer_norm_for_rms(measured):
    """Does not shift its inputs, so that it cannot see that a mean is subtracted."""
    return {**describe(measured), "norm": "RMSNorm"}


def forgets_the_final_norm(measured):
    """Leaves out the norm behind the last block."""
    return {**describe(measured), "final_norm": False}


def invents_a_final_norm(measured):
    """Believes that every model ends in a norm."""
    return {**describe(measured), "final_norm": True}


def forgets_the_embedding_norm(measured):
    """Overlooks that the embeddings are normalized before the first block."""
    return {**describe(measured), "embedding_norm": False}


def invents_an_embedding_norm(measured):
    """Believes that the embeddings are normalized, as BERT's are."""
    return {**describe(measured), "embedding_norm": True}


def reads_offsets_as_gains(measured):
    """Takes the stored weight for the gain, which is one plus that weight."""
    return {**describe(measured), "gain": "w"}


def overlooks_the_factor(measured):
    """Takes the addition for a plain one."""
    return {**describe(measured), "scaled_residual": []}


def _last_block(measured):
    return measured["stacks"][0]["blocks"][-1]
