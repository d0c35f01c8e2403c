"""Ask Keras's norms for float64 and for float16 and look at the digits that come out."""

import numpy as np

from refutable import above, below, close, equal, mutant

KINDS = ("LayerNormalization", "RMSNormalization")


def check(keras_norm):
    x = np.random.default_rng(0).normal(0.5, 1.0, size=(64, 64))
    for kind in KINDS:
        y = keras_norm(kind, x, "float64", epsilon=1e-5)
        error = np.abs(y - normalized(kind, x)).max()
        above(f"{kind}: error, float64 asked for", error, 1e-8)
        below(f"{kind}: the same", error, 1e-5)
        equal(f"{kind}: is every output a float32 number?", bool((y == y.astype(np.float32)).all()), True)
        half = (300 * x).astype(np.float16)  # squares of it overflow float16
        close(f"{kind}: float16", keras_norm(kind, half, "float16", epsilon=1e-5), normalized(kind, half), atol=3e-3)


def observe(a, keras_norm):
    y = keras_norm("RMSNormalization", np.array([[a, 2 * a, 4 * a, 7 * a]]) / 3, "float64", epsilon=1e-5)
    return 1e9 * (y - y.astype(np.float32))[0]  # what float32 cannot hold, in billionths


def normalized(kind, x, dtype=np.float64):
    z = np.asarray(x).astype(dtype)
    z = z - z.mean(axis=-1, keepdims=True) if kind == "LayerNormalization" else z
    with np.errstate(all="ignore"):
        return (z / np.sqrt((z * z).mean(axis=-1, keepdims=True) + dtype(1e-5))).astype(float)


@mutant("keras_norm", belief=True)
def as_asked(kind, x, dtype, **options):
    """Computes in float64 where float64 is asked for."""
    return normalized(kind, x, np.float64 if dtype == "float64" else np.float32)


@mutant("keras_norm")
def half_as_asked(kind, x, dtype, **options):
    """Computes in float16 where float16 is asked for."""
    return normalized(kind, x, np.float16 if dtype == "float16" else np.float32)


@mutant("keras_norm")
def always_half(kind, x, dtype, **options):
    """Computes in float16 in any case."""
    return normalized(kind, x, np.float16)


@mutant("keras_norm")
def rounds_the_input_alone(kind, x, dtype, **options):
    """Rounds the input to float32 and computes in float64."""
    return normalized(kind, np.asarray(x).astype(np.float32))


@mutant("keras_norm")
def one_layer_alone(kind, x, dtype, **options):
    """Computes LayerNormalization in float32 and RMSNormalization as asked."""
    return normalized(kind, x, np.float32 if kind == KINDS[0] or dtype != "float64" else np.float64)
