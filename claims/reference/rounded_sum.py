def rounded_sum(x, cast):
    r"""Sum of the last axis, one term after another, with every partial sum rounded.

    $$ s_0 = 0, \qquad s_j = \mathrm{cast}(s_{j-1} + x_j) $$

    x: shape (..., d). cast: rounds to the type of the accumulator, such as `to_bfloat16`. Returns shape (...).
    Errors: none. Source: any reduction whose accumulator has the type of its input; Flax 0.12.8 avoids it with
    `force_float32_reductions=True`, `flax/linen/normalization.py`.
    """
    total = 0.0
    for j in range(x.shape[-1]):
        total = cast(total + x[..., j])
    return total
