import jax
import numpy as np

jax.config.update("jax_enable_x64", True)
DTYPE = "bfloat16"  # of what is computed, where float64 is handed over


def to_bfloat16(x):
    """float64 numbers through jax.numpy.bfloat16, as Flax casts them for `dtype=jnp.bfloat16`, and back."""
    return np.array(jax.numpy.asarray(np.asarray(x, "float64")).astype("bfloat16").astype("float64"))
