"""How trials are judged: the ruling, and a reason that a reader understands."""

from collections.abc import Sequence

from refutable.verdict import End, Kind, Ruling, Trial


def rule(trials: Sequence[Trial]) -> tuple[Ruling, str]:
    """Judge the trials in the order control, sabotage, mutants; the first that decides gives the reason."""
    control = next((t for t in trials if t.kind is Kind.CONTROL), None)
    if control is None:
        return Ruling.BROKEN, "the check never ran"
    if control.end is End.FAILED:
        return Ruling.REFUTED, control.detail
    for trial in trials:
        unlike = trial.kind is Kind.CONTROL and trial.end is not End.PASSED  # repeated, or a figure
        if trial.end is End.DIED or unlike:
            return Ruling.BROKEN, f"{trial.label}: {trial.detail}"
    for trial in trials:
        if trial.kind is Kind.SABOTAGE and trial.end is End.PASSED:
            return Ruling.VACUOUS, f"the check passes even when `{trial.name}` refuses to run; use it, or " \
                "do not ask for it"
    mutants = [t for t in trials if t.kind is Kind.MUTANT]
    ill_made = [t for t in mutants if t.end is End.RAISED]
    if ill_made:
        return Ruling.BROKEN, f"mutant `{ill_made[0].name}` is ill-made: it broke the check instead of failing it " \
            f"({ill_made[0].detail}); let it take what the reference takes, and give a wrong answer"
    survivors = [t for t in mutants if t.end is End.PASSED]
    if survivors:
        names = ", ".join(f"`{t.name}`" for t in survivors)
        return Ruling.VACUOUS, f"the check also passes on the wrong {names}; compare something that tells them apart"
    if not mutants:
        return Ruling.VACUOUS, "no mutant shows that the check can fail; write wrong versions, each with @mutant"
    count = "its only mutant" if len(mutants) == 1 else f"all {len(mutants)} mutants"
    return Ruling.HOLDS, f"passes with the references and fails on {count}"
