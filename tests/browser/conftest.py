"""A browser on the built site, without a server: requests to the site's own address are answered from site/."""

import mimetypes
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, sync_playwright

ROOT = Path(__file__).parent.parent.parent
SITE = ROOT / "site"
# The address that the site was built for; instant navigation works under it alone.
ADDRESS = "http://127.0.0.1:8000/"
# As root in a container, and without calls to anybody's servers.
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync"]

Opened = Callable[..., Page]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


def chromium_path() -> str | None:
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "chrome"))), None)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = chromium_path()
    if path is None:
        reason = "no Chromium on this machine: browser tests did not run"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    if not (SITE / "index.html").exists():
        pytest.fail("site/ is not built; run `make site` first")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture
def elsewhere() -> list[str]:
    """Requests that went to another host; they are refused."""
    return []


@pytest.fixture
def open_page(browser: Browser, elsewhere: list[str]) -> Iterator[Opened]:
    """`open_page("claims/", scheme="dark", width=320, scripts=False)`: a page of the site in a context of its own."""
    contexts: list[BrowserContext] = []

    def answer(route: Route) -> None:
        url = urlsplit(route.request.url)
        if not route.request.url.startswith(ADDRESS):
            elsewhere.append(route.request.url)
            route.abort()
            return
        path = SITE / url.path.lstrip("/")
        if path.is_dir():
            path = path / "index.html"
        if path.is_file():
            route.fulfill(body=path.read_bytes(), content_type=mimetypes.guess_type(path)[0] or "text/plain")
        else:
            route.fulfill(status=404, body=(SITE / "404.html").read_bytes(), content_type="text/html")

    def opened(path: str, scheme: str = "light", width: int = 1280, scripts: bool = True) -> Page:
        context = browser.new_context(color_scheme=scheme, viewport={"width": width, "height": 900},  # type: ignore[arg-type]
                                      java_script_enabled=scripts)
        context.route("**/*", answer)
        contexts.append(context)
        page = context.new_page()
        page.goto(ADDRESS + path)
        return page

    yield opened
    for context in contexts:
        context.close()
