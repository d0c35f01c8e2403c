"""Rules of meaning, each a generator of problems; the syntax of single files is checked where they are read."""

from collections.abc import Iterator

from refutable.library import Corpus
from refutable.problem import Problem
from refutable.rules import checks, records, references, tables, text

RULES = (
    records.cites_known_sources, records.rests_on_known_claims, records.rests_on_no_circle, records.is_one_sentence,
    records.says_it_once, records.locates_precisely, records.quotes_no_truth, records.names_what_it_inspects,
    records.requires_packages, records.sources_are_cited,
    checks.asks_for_known_subjects, checks.makes_its_recording,
    checks.has_mutants, checks.mutants_have_flaws, checks.mutants_replace_subjects,
    checks.mutants_have_own_names, checks.imports_little, checks.requires_what_it_imports, checks.draws_from_a_seed,
    checks.embodies_the_belief,
    checks.observes_known_things,
    references.defines_its_name, references.imports_no_other, references.documents_itself,
    tables.fit_their_recordings,
    text.markers_have_targets, text.markers_are_spelled_right, text.markers_are_seen, text.blocks_stand_alone,
)


def lint(corpus: Corpus) -> Iterator[Problem]:
    """Everything that is wrong with a corpus, in the order of files and lines."""
    found = list(corpus.problems)
    for rule in RULES:
        found += rule(corpus)
    yield from sorted(set(found))
