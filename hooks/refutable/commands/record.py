"""`refutable record`: make the recording of a claim."""

import json
import sys

import click

from refutable.commands import example, find_root, known
from refutable.library import Corpus, Entry, read_corpus
from refutable.progress import counted
from refutable.recording import Journal, finished, make_runs, plan_runs, recorded_runs


@example("refutable record deep-post-norm-collapses-on-a-copy-task")
@click.command()
@click.argument("id")
def record(id: str) -> None:
    """Run the experiment of the claim ID and store its recording beside the check.

    Every run is written to disk as it ends. Stopped at any moment, the command goes on where it was when it is started
    again. Exit code 0 if the recording is complete, 2 if the claim has no experiment.
    """
    corpus = read_corpus(find_root())
    entry = with_experiment(corpus, id)
    grid = experiment_grid(str(corpus.root), entry.check_path)
    plan = plan_runs(corpus, entry, grid)
    journal = Journal(corpus.root, entry.id, plan.code)
    runs = [*recorded_runs(corpus, entry, plan), *journal.read()]
    left = sum(values not in [run["with"] for run in runs] for values in plan.runs)
    click.echo(f"{entry.id}: {len(plan.runs)} runs, {len(plan.runs) - left} of them on disk already", err=True)
    with counted(left, "run") as tick:
        for run in make_runs(plan, runs):
            journal.append(run)
            runs.append(run)
            tick(str(run["with"]))
    made = finished(plan, entry, runs, grid)
    path = corpus.root / entry.record_path.replace(".yaml", ".json")
    text = json.dumps({**made, "runs": []}, indent=1).removesuffix("[]\n}")
    path.write_text(text + "[\n" + ",\n".join(json.dumps(run) for run in made["runs"]) + "\n]}\n", encoding="utf-8")
    journal.forget()
    click.echo(f"{path.relative_to(corpus.root)}: {len(made['runs'])} runs, {made['seconds']} s of computing", err=True)
    sys.exit(0)


def with_experiment(corpus: Corpus, id: str) -> Entry:
    """The claim of any of its names; raises a usage error if there is nothing to record."""
    entry = corpus.entries[known(corpus, id)]
    if entry.check is None or entry.check.experiment is None:
        raise click.UsageError(f"{entry.check_path} has no function marked @experiment(...)")
    return entry


def experiment_grid(root: str, check: str) -> dict[str, list[object]]:
    """The values of the grid; they are known only when the check file is executed."""
    from refutable.loading import load_module  # imports numpy, which no other command needs

    grid: dict[str, list[object]] = next(f for f in vars(load_module(root, check)).values() if hasattr(f, "grid")).grid
    return grid
