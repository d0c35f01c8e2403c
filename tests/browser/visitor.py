"""What a reader does in the tests, and what the browser keeps of it."""

import json

import pytest
from playwright.sync_api import Page

KEY = "where-the-norm-goes/practice/1"


def stored(page: Page) -> dict:
    return json.loads(page.evaluate("key => localStorage.getItem(key)", KEY) or "{}")


def module(page: Page, path: str, call: str, *given):
    """What an expression of one of our modules gives, on any page of the site; `given` holds the arguments."""
    return page.evaluate(f"async (given) => (await import('/assets/practice/{path}')).{call}", list(given))


def tab_to(page: Page, selector: str, limit: int = 80) -> None:
    """Press Tab until the element has the focus; a keyboard has no other way."""
    for _ in range(limit):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    pytest.fail(f"{selector} cannot be reached by Tab")


def visit(page: Page, path: str) -> None:
    """To another page of the site by a link, without loading the document anew."""
    page.wait_for_load_state("networkidle")  # the theme has to know the site's addresses first
    page.evaluate("window.sameDocument = true")
    page.evaluate("""path => {
      const link = document.createElement("a")
      link.href = "/" + path
      link.dataset.ofTheTest = ""
      document.querySelector("article").append(link)
      link.click()
    }""", path)
    page.wait_for_url(f"**/{path}")
    page.wait_for_function("!document.querySelector('article > [data-of-the-test]')")
    assert page.evaluate("window.sameDocument") is True, "instant navigation was not used"
