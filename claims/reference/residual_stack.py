def residual_stack(x, norm, branches, final_norm):
    r"""ResiDual: branches read a post-norm stream, and a second stream sums their writes, without a norm until the end.

    $$ p_{l+1} = N(p_l + F_l(p_l)), \quad s_{l+1} = s_l + F_l(p_l), \quad p_0 = s_0 = x; \qquad
       y = p_L + N_{\mathrm{f}}(s_L) $$

    x: shape (..., width). branches: L functions that keep the shape; norm, final_norm too. Returns y. Errors: none.
    Source: microsoft/ResiDual at 8682f75, `resi_dual/resi_dual_layers.py` and `resi_dual.py` with all scales 1.
    """
    post = total = x
    for branch in branches:
        write = branch(post)
        total = total + write
        post = norm(post + write)
    return post + final_norm(total)
