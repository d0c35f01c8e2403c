"""Comparing the tensors of two runs."""

import torch


def differs(new, old, tolerance=1e-5):
    """Whether two tensors differ by more than rounding; infinities and NaN count where one alone has them."""
    if not new.numel() or torch.equal(new, old):
        return False
    if new.is_complex():
        new, old = torch.view_as_real(new.resolve_conj()), torch.view_as_real(old.resolve_conj())
    gap, size = float((new - old).abs().max()), float(old.abs().max())
    if not (gap < float("inf") and size < float("inf")):
        same = (new == old) | (new.isnan() & old.isnan())
        gap = float(torch.where(same, 0.0, (new - old).abs()).max())
        size = float(torch.where(old.isfinite(), old, 0.0).abs().max())
    return not gap <= tolerance * size


def noise_like(tensor, seed):
    return torch.randn(tensor.shape, generator=torch.Generator().manual_seed(seed), dtype=tensor.dtype)


def line(u, v):
    """The one line through all pairs of elements, and whether they lie on it."""
    u, v = u.double().flatten(), v.double().flatten()
    a = float(((u - u.mean()) * (v - v.mean())).sum() / ((u - u.mean())**2).sum().clamp_min(1e-300))
    b = float(v.mean() - a * u.mean())
    return a, b, float((v - a * u - b).abs().max()) <= 1e-4 * float(v.abs().max())


def constant_in_rows(t):
    return bool((t - t.mean(-1, keepdim=True)).abs().max() <= 1e-5 * t.abs().max())
