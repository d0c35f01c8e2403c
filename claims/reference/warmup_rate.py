def warmup_rate(step, steps, peak):
    r"""Learning rate of one step under linear warmup, constant afterwards.

    $$ \mathrm{lr}(t) = \min\!\left(1, \frac{t}{T}\right) \mathrm{lr}_{\max} $$

    step: t, counted from 1. steps: T, the length of the warmup; 1 means none. peak: the largest rate. Returns a number.
    Errors: ZeroDivisionError for steps = 0. Source: Xiong et al. 2020, equation (1); the decay that usually follows is
    left out.
    """
    return min(1.0, step / steps) * peak
