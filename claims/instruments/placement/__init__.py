from .row import describe


def placement(measured):
    """Name the placement of a model, and what else its norms are, by rules that look at measurements alone.

    measured: what `placement_probe` returns. Returns a dictionary: `placement` (post, pre, output-norm, sandwich,
    normalised-skip, parallel-one, parallel-two, other or undecided), `why`, `norm`, `gain` (none, w, 1+w), `bias`,
    `epsilon`, `final_norm`, `qk_norm` (none, per-head, full, latent), `embedding_norm`, `norms` (how many, for L
    layers), `scaled_residual`, `names` (what the norms of each name do), `built` and `measurements`. What differs
    between the blocks of a model is a list; what is not known is None. A sum inside a branch is one branch, unless its
    parts read different norms or only one of them mixes tokens.
    Errors: none. Source: the formulas of the placements; written for this site.
    """
    return describe(measured)


def use(name, *others, placement, placement_probe):
    """Probe models of transformers, `gemma2` or `opt(do_layer_norm_before=False)`, classes: `torch.nn:Transformer`."""
    rows = [{"model": n, **placement(placement_probe(n))} for n in (name, *others)]
    return rows if others else rows[0]
