def weight_decay(weight, lr, decay, steps=1):
    r"""What decoupled weight decay alone does to a parameter whose gradient is zero.

    $$ \theta \leftarrow \theta - \eta\lambda\,\theta = (1 - \eta\lambda)\,\theta $$

    weight: any shape. lr (eta), decay (lambda): numbers. steps: how often. Returns the shape of weight. Errors: none.
    Source: Loshchilov and Hutter 2019; PyTorch 2.13, `torch.optim.AdamW`.
    """
    return weight * (1 - lr * decay) ** steps
