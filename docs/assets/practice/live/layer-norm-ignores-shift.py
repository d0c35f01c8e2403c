"""The check of `layer-norm-ignores-shift` in plain Python, for MicroPython in the home page, which has no NumPy.

`check` compares what claims/layer-norm/layer-norm-ignores-shift.py compares, on two tokens instead of random ones;
the function named after the reference and those named after its mutants are each handed to it.
"""


def check(layer_norm):
    x = [[3.1, 4.1, 5.9, 2.6, 5.3, 5.8, 9.7, 9.3],
         [2.7, 1.8, 2.8, 1.8, 2.8, 4.5, 9.0, 4.5]]
    moved = [[v - 100 for v in x[0]], [v + 1000 for v in x[1]]]
    for eps in (0.0, 2.0):
        close(f"LN(x + a 1) against LN(x), eps {eps}",
              layer_norm(moved, eps), layer_norm(x, eps), 1e-11)
    by_hand = [[-1 / 3] * 7 + [7 / 3]]  # the variance is 7
    close("LN of seven 41s and a 49, eps 2",
          layer_norm([[41.0] * 7 + [49.0]], 2.0), by_hand, 1e-13)


def close(name, got, want, limit):
    errors = [abs(got[t][i] - value)
              for t, x in enumerate(want) for i, value in enumerate(x)]
    said = f"{name}: error {max(errors):.3g}, at most {limit:g}"
    assert all(error <= limit for error in errors), said
    print(said)


def layer_norm(tokens, eps):
    def norm(x):
        mean = sum(x) / len(x)
        variance = sum([(v - mean) ** 2 for v in x]) / len(x)
        return [(v - mean) / (variance + eps) ** 0.5 for v in x]
    return [norm(x) for x in tokens]


def no_centring(tokens, eps):
    def norm(x):
        mean_square = sum([v ** 2 for v in x]) / len(x)
        return [v / (mean_square + eps) ** 0.5 for v in x]
    return [norm(x) for x in tokens]


def raw_second_moment(tokens, eps):
    def norm(x):
        mean = sum(x) / len(x)
        mean_square = sum([v ** 2 for v in x]) / len(x)
        return [(v - mean) / (mean_square + eps) ** 0.5 for v in x]
    return [norm(x) for x in tokens]


def centres_on_the_median(tokens, eps):
    def norm(x):
        mean, middle = sum(x) / len(x), sorted(x)
        median = (middle[len(x) // 2] + middle[(len(x) - 1) // 2]) / 2
        variance = sum([(v - mean) ** 2 for v in x]) / len(x)
        return [(v - median) / (variance + eps) ** 0.5 for v in x]
    return [norm(x) for x in tokens]


def mean_of_the_batch(tokens, eps):
    every = [v for x in tokens for v in x]
    middle = sum(every) / len(every)
    def norm(x):
        mean = sum(x) / len(x)
        variance = sum([(v - mean) ** 2 for v in x]) / len(x)
        return [(v - middle) / (variance + eps) ** 0.5 for v in x]
    return [norm(x) for x in tokens]
