import numpy as np


def cross_entropy(logits, labels):
    r"""Mean cross-entropy of the labels under the softmax of the logits, in nats.

    $$ \ell = \frac1n\sum_{i=1}^{n} \Bigl(\ln\sum_{v} e^{z_{iv}} - z_{i,y_i}\Bigr) $$

    logits: shape (n, vocabulary). labels: n integers below the vocabulary. Returns a number.
    Errors: IndexError if a label is not in the vocabulary.
    Source: PyTorch 2.13 `torch/nn/modules/loss.py`, docstring of CrossEntropyLoss.
    """
    largest = logits.max(axis=-1, keepdims=True)
    log_sum = largest[:, 0] + np.log(np.exp(logits - largest).sum(axis=-1))
    return (log_sum - logits[np.arange(len(labels)), labels]).mean()
