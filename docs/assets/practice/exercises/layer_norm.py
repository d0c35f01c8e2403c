"""LayerNorm of one token, with gain, bias and epsilon."""

from inputs import GAIN, X, afterwards, scaled

NAMES = ("layer_norm",)
BIAS = [0.5, -1.0, 0.0, 2.0, -0.5, 1.0, 0.25, -2.0]


# --8<-- [start:solution]
def layer_norm(x, gain, bias, eps):
    d = len(x)
    mean = sum(x) / d
    variance = sum([(v - mean) ** 2 for v in x]) / d
    root = (variance + eps) ** 0.5
    return [gain[i] * (x[i] - mean) / root + bias[i] for i in range(d)]
# --8<-- [end:solution]


solution = {"layer_norm": layer_norm}


def probes(f):
    run = f["layer_norm"]
    ones, zeros = [1.0] * 8, [0.0] * 8
    yield "layer_norm", "8 numbers, gain 1, bias 0, eps 1e-5", lambda: run(list(X), ones, zeros, 1e-5)
    yield "layer_norm", "the same, eps 0.5", lambda: run(list(X), ones, zeros, 0.5)
    yield "layer_norm", "the same, with a gain", lambda: run(list(X), GAIN, zeros, 1e-5)
    yield "layer_norm", "the same, with gain and bias", lambda: run(list(X), GAIN, BIAS, 1e-5)
    yield "layer_norm", "the same, plus 100", lambda: run([v + 100 for v in X], GAIN, BIAS, 1e-5)
    yield "layer_norm", "the same, a hundredth as large", lambda: run(scaled(X, 0.01), GAIN, BIAS, 1e-5)
    yield "layer_norm", "8 equal numbers", lambda: run([3.0] * 8, GAIN, BIAS, 1e-5)
    yield "layer_norm", "x after the call", lambda: afterwards(lambda x: run(x, GAIN, BIAS, 1e-5), list(X))


def _moments(x):
    mean = sum(x) / len(x)
    return mean, sum([(v - mean) ** 2 for v in x]) / len(x)


def _mapped(make):
    """A wrong version from a formula for one number: (v, mean, variance, gain, bias, eps, x)."""
    def wrong(x, gain, bias, eps):
        mean, variance = _moments(x)
        return [make(x[i], mean, variance, gain[i], bias[i], eps, x) for i in range(len(x))]

    return wrong


def _mean_square(x):
    return sum([v * v for v in x]) / len(x)


def centres_in_place(x, gain, bias, eps):
    wanted = layer_norm(x, gain, bias, eps)
    x[:] = [v - sum(wanted) / len(x) for v in x]
    return wanted


WRONG = (
    ("layer_norm", "The variance is divided by d - 1. LayerNorm divides by d.",
     _mapped(lambda v, m, s, g, b, e, x: g * (v - m) / (s * len(x) / (len(x) - 1) + e) ** 0.5 + b)),
    ("layer_norm", "This is RMSNorm: the mean is not subtracted.",
     _mapped(lambda v, m, s, g, b, e, x: g * v / (_mean_square(x) + e) ** 0.5 + b)),
    ("layer_norm", "The mean is not subtracted, though the variance is right.",
     _mapped(lambda v, m, s, g, b, e, x: g * v / (s + e) ** 0.5 + b)),
    ("layer_norm", "The mean is subtracted above the line, but below it stands the root mean square of x.",
     _mapped(lambda v, m, s, g, b, e, x: g * (v - m) / (_mean_square(x) + e) ** 0.5 + b)),
    ("layer_norm", "It is centred and not divided.", _mapped(lambda v, m, s, g, b, e, x: g * (v - m) + b)),
    ("layer_norm", "The root is missing: it divides by the variance.",
     _mapped(lambda v, m, s, g, b, e, x: g * (v - m) / (s + e) + b)),
    ("layer_norm", "Epsilon stands outside the root. In LayerNorm it is added to the variance.",
     _mapped(lambda v, m, s, g, b, e, x: g * (v - m) / (s ** 0.5 + e) + b)),
    ("layer_norm", "Epsilon is left out, so equal numbers divide zero by zero.",
     _mapped(lambda v, m, s, g, b, e, x: g * (v - m) / s ** 0.5 + b)),
    ("layer_norm", "Epsilon is a constant. Use the one that is handed in.",
     _mapped(lambda v, m, s, g, b, e, x: g * (v - m) / (s + 1e-5) ** 0.5 + b)),
    ("layer_norm", "The sum of squares is not divided by d.",
     _mapped(lambda v, m, s, g, b, e, x: g * (v - m) / (s * len(x) + e) ** 0.5 + b)),
    ("layer_norm", "The gain is left out.", _mapped(lambda v, m, s, g, b, e, x: (v - m) / (s + e) ** 0.5 + b)),
    ("layer_norm", "The bias is left out.", _mapped(lambda v, m, s, g, b, e, x: g * (v - m) / (s + e) ** 0.5)),
    ("layer_norm", "Gain and bias are left out.", _mapped(lambda v, m, s, g, b, e, x: (v - m) / (s + e) ** 0.5)),
    ("layer_norm", "The bias is multiplied by the gain. It is added last.",
     _mapped(lambda v, m, s, g, b, e, x: g * ((v - m) / (s + e) ** 0.5 + b))),
    ("layer_norm", "The gain acts as 1 + gain. That is how some models store it, and not what was asked for.",
     _mapped(lambda v, m, s, g, b, e, x: (1 + g) * (v - m) / (s + e) ** 0.5 + b)),
    ("layer_norm", "Gain and bias act before the norm, which takes part of them back.",
     lambda x, g, b, e: layer_norm([g[i] * x[i] + b[i] for i in range(len(x))], [1.0] * len(x), [0.0] * len(x), e)),
    ("layer_norm", "The list that was handed in has changed. Work on a new list.", centres_in_place),
)
