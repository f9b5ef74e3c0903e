"""Deque's axe-core, which finds breaches of WCAG and of good practice in a page."""

import importlib.util
from pathlib import Path

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
RUN = """
    const [tags, done] = arguments;
    axe.run({exclude: [["[inert]"]]}, {runOnly: tags, resultTypes: ["violations"]})
      .then(({violations}) => done(violations.flatMap(({id, nodes}) =>
        nodes.map(({target, failureSummary}) => `${id}: ${target} ${failureSummary}`))), (error) => done([String(error)]));
    """


def source():
    # The package is not imported, because it needs a driver of browsers that is not used here.
    folder = importlib.util.find_spec("axe_playwright_python").submodule_search_locations[0]
    return (Path(folder) / "axe.min.js").read_text()


def findings(browser):
    """Returns a line for each breach in the page that the browser shows; what lies under something else is left out.

    The page must have been opened without its policy, because axe tries inline styles.
    """
    if not browser.driver.execute_script("return Boolean(window.axe)"):
        browser.driver.execute_script(source())
    return browser.driver.execute_async_script(RUN, TAGS)
