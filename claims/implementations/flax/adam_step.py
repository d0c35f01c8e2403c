import jax
import numpy as np
import optax

jax.config.update("jax_enable_x64", True)
DTYPE = "float64"  # of what is computed, where float64 is handed over


@jax.jit
def _update(gradient, first, second, before, options):
    adam = optax.adam(**options)
    moments, *rest = adam.init(gradient)
    moments = moments._replace(count=before, mu=first, nu=second)
    update, (moments, *_) = adam.update(gradient, (moments, *rest))
    return -update, moments.mu, moments.nu


def adam_step(gradient, first, second, step, lr=1e-3, beta1=0.9, beta2=0.999, eps=1e-8):
    """One step of optax.adam, which Flax is used with, from the given moments, in the type of the gradient."""
    arrays = (1.0 * np.asarray(v) for v in (gradient, first, second))
    options = {"learning_rate": lr, "b1": beta1, "b2": beta2, "eps": eps}
    return tuple(map(np.array, _update(*arrays, np.int32(step - 1), options)))
