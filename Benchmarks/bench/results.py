"""Figures and ratios, their goals, and the format of the results."""

import json
import statistics
from dataclasses import dataclass, field

AT_LEAST, AT_MOST = "at least", "at most"


@dataclass
class Figure:
    """Several measurements of one quantity."""

    name: str
    unit: str
    values: list

    @property
    def median(self):
        return statistics.median(self.values)


@dataclass
class Count(Figure):
    """A figure that does not depend on the load of the machine, such as a number of instructions."""

    ALLOWANCE = "a tenth"

    def falls_short_of(self, kept):
        """Returns whether the count is more than a tenth above the stored one."""
        return self.median > kept * 1.1


@dataclass
class Ratio(Figure):
    """A ratio of two figures of the same rounds, or a single figure, with an optional goal."""

    ALLOWANCE = "a quarter"

    direction: str = AT_LEAST
    goal: float | None = None

    @property
    def is_reached(self):
        if self.goal is None:
            return None
        return self.median >= self.goal if self.direction == AT_LEAST else self.median <= self.goal

    def falls_short_of(self, kept):
        """Returns whether the median is more than a quarter worse than the stored one."""
        return self.median < kept * 0.75 if self.direction == AT_LEAST else self.median > kept / 0.75


@dataclass
class Results:
    figures: list = field(default_factory=list)
    ratios: list = field(default_factory=list)

    def add(self, name, unit, values):
        self._add(Figure(name, unit, list(values)))

    def count(self, name, unit, values):
        self._add(Count(name, unit, list(values)))

    def _add(self, figure):
        self.figures.append(figure)
        print(f"  {figure.name}: {show(figure.median)} {figure.unit}", flush=True)

    @property
    def watched(self):
        """The ratios and counts, which `Scripts/checks/bench.sh` compares with stored ones."""
        return self.ratios + [figure for figure in self.figures if isinstance(figure, Count)]

    def compare(self, name, over, under, direction=AT_LEAST, goal=None):
        values = [above / below for above, below in zip(over, under)]
        self.expect(name, "", values, direction, goal)

    def expect(self, name, unit, values, direction, goal):
        ratio = Ratio(name, unit, list(values), direction, goal)
        self.ratios.append(ratio)
        wanted = f" ({direction} {show(goal)})" if goal is not None else ""
        print(f"  {name}: {show(ratio.median)} {unit}{wanted}", flush=True)

    def table(self):
        lines = ["| measurement | median | min | max | goal | |", "|---|---:|---:|---:|---|---|"]
        for ratio in self.ratios:
            goal = "" if ratio.goal is None else f"{ratio.direction} {show(ratio.goal)}"
            mark = {None: "", True: "reached", False: "**not reached**"}[ratio.is_reached]
            lines.append(f"| {ratio.name} | {with_unit(ratio.median, ratio.unit)} | {show(min(ratio.values))} "
                         f"| {show(max(ratio.values))} | {goal} | {mark} |")
        lines += ["", "| figure | median | min | max |", "|---|---:|---:|---:|"]
        for figure in self.figures:
            lines.append(f"| {figure.name} | {with_unit(figure.median, figure.unit)} | {show(min(figure.values))} "
                         f"| {show(max(figure.values))} |")
        return "\n".join(lines) + "\n"

    def kept(self):
        """Returns the medians of the watched figures as JSON, for `Scripts/checks/bench.sh`."""
        return json.dumps({figure.name: round(figure.median, 4) for figure in self.watched}, indent=2) + "\n"


def with_unit(value, unit):
    return f"{show(value)} {unit}".strip()


def show(value):
    if value >= 1000:
        return f"{value:,.0f}"
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"
