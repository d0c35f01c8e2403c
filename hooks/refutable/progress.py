"""A progress bar for judging, shown on a terminal when it takes more than a second."""

from refutable.judge import Progress


class Bar(Progress):
    """Counts checks and names the one that runs; silent where nobody watches."""

    def total(self, count: int) -> None:
        from tqdm import tqdm  # only a run that judges something needs it

        self._bar = tqdm(total=count, desc="judging", unit="claim", delay=1, leave=False, disable=None)

    def started(self, id: str) -> None:
        self._bar.set_postfix_str(id, refresh=False)

    def ended(self, id: str) -> None:
        self._bar.update()
        if self._bar.n == self._bar.total:
            self._bar.close()
