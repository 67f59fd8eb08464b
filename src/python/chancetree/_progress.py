"""A progress bar, if tqdm is installed."""

from __future__ import annotations

from types import TracebackType
from typing import Any


class Progress:
    """A bar that appears after a while; without tqdm there is no bar."""

    def __init__(self, wanted: bool, what: str) -> None:
        self.what = what
        self.bar: Any = None
        self.wanted = wanted

    def __call__(self, share: float) -> None:
        """Shows the finished share of the work, from 0 to 1."""
        if not self.wanted:
            return
        if self.bar is None:
            try:
                from tqdm.auto import tqdm
            except ImportError:
                self.wanted = False
                return
            layout = "{desc}: {percentage:3.0f}% |{bar}| {elapsed}"
            self.bar = tqdm(total=100, desc=self.what, leave=False, bar_format=layout)
        self.bar.n = min(100, int(100 * share))
        self.bar.refresh()

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.bar is not None:
            self.bar.close()
