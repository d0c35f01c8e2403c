"""Progress bars, shown on a terminal when something takes more than a second."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from refutable.judge import Progress


@contextmanager
def counted(total: int, unit: str) -> Iterator[Callable[[str], None]]:
    """A bar over `total` things; the function handed out counts one and names it. Silent where nobody watches."""
    from tqdm import tqdm  # only what takes long needs it

    with tqdm(total=total, unit=unit, delay=1, leave=False, disable=None) as bar:

        def tick(name: str) -> None:
            bar.set_postfix_str(name, refresh=False)
            bar.update()

        yield tick


class Bar(Progress):
    """Counts checks and names the one that runs."""

    def total(self, count: int) -> None:
        from tqdm import tqdm

        self._bar = tqdm(total=count, desc="judging", unit="claim", delay=1, leave=False, disable=None)

    def started(self, id: str) -> None:
        self._bar.set_postfix_str(id, refresh=False)

    def ended(self, id: str) -> None:
        self._bar.update()
        if self._bar.n == self._bar.total:
            self._bar.close()
