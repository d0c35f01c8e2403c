"""RMSNorm of one token, with gain and epsilon."""

from inputs import GAIN, X, afterwards, scaled

NAMES = ("rms_norm",)


# --8<-- [start:solution]
def rms_norm(x, gain, eps):
    d = len(x)
    root = (sum([v * v for v in x]) / d + eps) ** 0.5
    return [gain[i] * x[i] / root for i in range(d)]
# --8<-- [end:solution]


solution = {"rms_norm": rms_norm}


def probes(f):
    run = f["rms_norm"]
    ones = [1.0] * 8
    yield "rms_norm", "[3, 4], gain 1, eps 0", lambda: run([3.0, 4.0], [1.0, 1.0], 0.0)
    yield "rms_norm", "8 numbers, gain 1, eps 1e-5", lambda: run(list(X), ones, 1e-5)
    yield "rms_norm", "the same, eps 0.5", lambda: run(list(X), ones, 0.5)
    yield "rms_norm", "the same, with a gain", lambda: run(list(X), GAIN, 1e-5)
    yield "rms_norm", "the same, plus 100", lambda: run([v + 100 for v in X], GAIN, 1e-5)
    yield "rms_norm", "the same, a hundredth as large", lambda: run(scaled(X, 0.01), GAIN, 1e-5)
    yield "rms_norm", "8 zeros", lambda: run([0.0] * 8, GAIN, 1e-5)
    yield "rms_norm", "x after the call", lambda: afterwards(lambda x: run(x, GAIN, 1e-5), list(X))


def _mapped(make):
    """A wrong version from a formula for one number: (v, mean square, gain, eps, x)."""
    def wrong(x, gain, eps):
        square = sum([v * v for v in x]) / len(x)
        return [make(x[i], square, gain[i], eps, x) for i in range(len(x))]

    return wrong


def _mean(x):
    return sum(x) / len(x)


def _variance(x):
    return sum([(v - _mean(x)) ** 2 for v in x]) / len(x)


def scales_in_place(x, gain, eps):
    x[:] = rms_norm(x, gain, eps)
    return x


WRONG = (
    ("rms_norm", "This is LayerNorm: the mean is subtracted.",
     _mapped(lambda v, q, g, e, x: g * (v - _mean(x)) / (_variance(x) + e) ** 0.5)),
    ("rms_norm", "It divides by the standard deviation, which knows nothing of the mean. RMSNorm keeps the mean.",
     _mapped(lambda v, q, g, e, x: g * v / (_variance(x) + e) ** 0.5)),
    ("rms_norm", "The mean is subtracted above the line.",
     _mapped(lambda v, q, g, e, x: g * (v - _mean(x)) / (q + e) ** 0.5)),
    ("rms_norm", "It divides by the length. The mean of the squares divides their sum by d first.",
     _mapped(lambda v, q, g, e, x: g * v / (q * len(x) + e) ** 0.5)),
    ("rms_norm", "The root is missing.", _mapped(lambda v, q, g, e, x: g * v / (q + e))),
    ("rms_norm", "Epsilon stands outside the root. Here it is added to the mean square.",
     _mapped(lambda v, q, g, e, x: g * v / (q ** 0.5 + e))),
    ("rms_norm", "Epsilon is left out, so zeros divide zero by zero.", _mapped(lambda v, q, g, e, x: g * v / q ** 0.5)),
    ("rms_norm", "Epsilon is a constant. Use the one that is handed in.",
     _mapped(lambda v, q, g, e, x: g * v / (q + 1e-5) ** 0.5)),
    ("rms_norm", "The gain is left out.", _mapped(lambda v, q, g, e, x: v / (q + e) ** 0.5)),
    ("rms_norm", "The gain acts as 1 + gain. That is how some models store it, and not what was asked for.",
     _mapped(lambda v, q, g, e, x: (1 + g) * v / (q + e) ** 0.5)),
    ("rms_norm", "It divides by the mean size of the numbers.",
     _mapped(lambda v, q, g, e, x: g * v / (_mean([abs(w) for w in x]) + e))),
    ("rms_norm", "The sum of squares is divided by d - 1.",
     _mapped(lambda v, q, g, e, x: g * v / (q * len(x) / (len(x) - 1) + e) ** 0.5)),
    ("rms_norm", "Squares of negative numbers count as negative: write v * v, or (v) ** 2.",
     _mapped(lambda v, q, g, e, x: g * v / (abs(_mean([w * abs(w) for w in x])) + e) ** 0.5)),
    ("rms_norm", "The list that was handed in has changed. Work on a new list.", scales_in_place),
)
