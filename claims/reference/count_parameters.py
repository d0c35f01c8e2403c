def count_parameters(checkpoint):
    r"""How many numbers a checkpoint holds.

    $$ \#\theta = \sum_{k} \prod_i n_{k,i} \quad\text{over the arrays } k \text{ of shape } (n_{k,1}, n_{k,2}, \dots) $$

    checkpoint: a dict from names to arrays. Returns an int; 0 for an empty dict. Errors: none.
    Source: PyTorch counts the same way, `sum(p.numel() for p in model.parameters())`.
    """
    return sum(array.size for array in checkpoint.values())
