import jax
import numpy as np
from flax.linen import normalization

jax.config.update("jax_enable_x64", True)
DTYPE = "float64"  # of what is computed, where float64 is handed over


def fast_variance(x):
    """The variance that flax.linen.LayerNorm computes by default, in the type of x, but at least in float32."""
    return np.array(normalization._compute_stats(np.asarray(x), -1, None)[1])
