"""What the exercises are run on: a token of width 8, where LayerNorm is more than a sign, and crooked branches."""

X = [1.0, -2.0, 3.5, 0.5, 4.0, -1.0, 2.0, 6.0]
GAIN = [1.0, 0.5, 2.0, 1.5, 1.0, 0.25, 3.0, 1.0]


def norm(z):
    """LayerNorm with a gain."""
    mean = sum(z) / len(z)
    deviation = (sum([(v - mean) ** 2 for v in z]) / len(z) + 1e-6) ** 0.5
    return [GAIN[i] * (z[i] - mean) / deviation for i in range(len(z))]


def branch(z):
    """Neither linear nor odd nor feature by feature."""
    return [0.1 * z[i] ** 3 + 2.0 * z[i - 1] + 0.5 * i for i in range(len(z))]


def other_branch(z):
    return [0.3 * z[i] * z[i - 2] - 1.0 for i in range(len(z))]


def third_branch(z):
    return [z[i - 3] ** 2 - 0.7 * z[i] + 0.1 * i for i in range(len(z))]


def scaled(x, factor):
    return [factor * v for v in x]


def add(a, b):
    return [a[i] + b[i] for i in range(len(a))]


def afterwards(call, x):
    """What `x` holds after the call: a block must not write into its input."""
    call(x)
    return x


def handed_to(call, function):
    """What `call` hands to its branch or its norm, call by call."""
    seen = []

    def spy(z):
        seen.append(list(z))
        return function(z)

    call(spy)
    return seen
