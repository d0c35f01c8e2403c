"""`refutable replicate`: make runs again with other seeds, and judge them by the same check."""

import json
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

import click

from refutable.commands import example, find_root
from refutable.commands.record import experiment_grid, with_experiment
from refutable.job import Job, Limits
from refutable.library import Corpus, Entry, read_corpus
from refutable.progress import counted
from refutable.recording import finished, make_runs, plan_runs
from refutable.verdict import End, Verdict
from refutable.worker import run_jobs

_FRESH = 1_000_000  # added to the recorded seeds until all are new


@example("refutable replicate --seeds 2\nrefutable replicate deep-post-norm-collapses-on-a-copy-task")
@click.command()
@click.argument("ids", nargs=-1, metavar="[ID]...")
@click.option("--seeds", type=click.IntRange(min=1), help="How many seeds; as many as were recorded if not given.")
def replicate(ids: tuple[str, ...], seeds: int | None) -> None:
    """Run the experiments of the claims ID, or all, on fresh seeds, and judge what comes out by the claims' own checks.

    Nothing is stored. What the check is handed has the key `replication`: a number that is of the recorded seeds need
    not hold there. With --seeds and no ID, experiments that draw nothing are left out: they would say the same.

    Exit code 0 if every check passes on the new runs, 1 if one does not, 2 on wrong use.
    """
    corpus = read_corpus(find_root())
    named = [with_experiment(corpus, id).id for id in ids]
    entries = [entry for entry in corpus.entries.values()
               if entry.check and entry.check.experiment and (not named or entry.id in named)
               and (named or seeds is None or "seed" in entry.check.experiment.grid)]
    failed = 0
    for entry in entries:
        verdict, runs = _again(corpus, entry, seeds)
        control = verdict.trials[0] if verdict.trials else None
        passed = control is not None and control.end is End.PASSED
        failed += not passed
        click.echo(f"{'replicated' if passed else 'not replicated':>14}  {entry.id}, {runs} fresh runs"
                   + ("" if passed else f": {control.detail if control else verdict.reason}"))
    click.echo(f"{len(entries)} experiments, {failed or 'none'} failed.", err=True)
    sys.exit(1 if failed else 0)


def _again(corpus: Corpus, entry: Entry, seeds: int | None) -> tuple[Verdict, int]:
    grid = experiment_grid(str(corpus.root), entry.check_path)
    fresh = {name: fresh_seeds(values)[:seeds] if name == "seed" else values for name, values in grid.items()}
    plan = plan_runs(corpus, entry, fresh)
    runs: list[dict[str, object]] = []
    with counted(len(plan.runs), "run") as tick:
        for run in make_runs(plan, []):
            runs.append(run)
            tick(entry.id)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "recording.json")
        path.write_text(json.dumps({**finished(plan, entry, runs, fresh), "replication": True}), encoding="utf-8")
        return _judged(corpus, entry, str(path)), len(runs)


def fresh_seeds(values: Iterable[object]) -> list[object]:
    """As many seeds as were recorded, and none of them."""
    seeds = [value for value in values if isinstance(value, int)]
    step = _FRESH * (1 + max(seeds, default=0) // _FRESH)
    return [seed + step for seed in seeds]


def _judged(corpus: Corpus, entry: Entry, recording: str) -> Verdict:
    """The verdict of the check on these runs; its mutants say nothing new and are left out."""
    assert entry.check
    subjects = {name: recording if name == "recording" else corpus.subjects[name] for name in entry.check.subjects}
    job = Job(entry.id, str(corpus.root), entry.check_path, entry.check.subjects, (), subjects, (), limits=Limits(),
              alone=True)
    found: list[Verdict] = []
    run_jobs([job], lambda _: None, lambda _, verdict: found.append(verdict))
    return found[0]
