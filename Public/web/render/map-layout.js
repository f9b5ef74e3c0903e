/** Pins with tips closer than this are drawn as one, in pixels. */
const CLUSTER_DISTANCE = 30;
/** Half the width and the height of a pin above its tip, in pixels. */
const PIN = { side: 14, top: 30 };
/** The height of a label, and the distance from the pin to it, in pixels. */
const LABEL = { height: 20, gap: 4 };

/**
 * Joins markers that overlap on the plot, and finds a side for the label of each where it covers nothing else.
 *
 * The first markers get their labels first. A label without room is left out.
 *
 * @param {{index: number, title: string, x: number, y: number}[]} pins In pixels.
 * @param {{width: number, height: number}} plot
 * @param {(text: string) => number} measure The width of a label, in pixels.
 * @param {object[]} [taken] Areas of the plot that labels must not cover: `{left, top, right, bottom}`.
 * @returns {{x: number, y: number, members: object[], side: "right"|"left"|"below"|"above"|null}[]}
 */
export function arrange(pins, plot, measure, taken = []) {
  const groups = clusters(pins.filter(({ x, y }) => x >= 0 && y >= 0 && x <= plot.width && y <= plot.height));
  const areas = [...taken, ...groups.map(({ x, y }) => box(x - PIN.side, y - PIN.top, 2 * PIN.side, PIN.top))];
  return groups.map((group) => {
    if (group.members.length > 1) return { ...group, side: null };
    const width = measure(group.members[0].title);
    const sides = Object.entries(labelAreas(group, width));
    const free = sides.find(([, area]) => isInside(area, plot) && !areas.some((other) => overlaps(area, other)));
    if (!free) return { ...group, side: null };
    areas.push(free[1]);
    return { ...group, side: free[0] };
  });
}

/** Each pin joins the first group that it overlaps. */
function clusters(pins) {
  const groups = [];
  for (const pin of pins) {
    const near = groups.find(({ x, y }) => Math.hypot(pin.x - x, pin.y - y) < CLUSTER_DISTANCE);
    if (near) near.members.push(pin);
    else groups.push({ x: pin.x, y: pin.y, members: [pin] });
  }
  return groups;
}

/** The areas that the label of a pin may have, the best first. */
function labelAreas({ x, y }, width) {
  const middle = y - PIN.top / 2 - LABEL.height / 2;
  return {
    right: box(x + PIN.side + LABEL.gap, middle, width, LABEL.height),
    left: box(x - PIN.side - LABEL.gap - width, middle, width, LABEL.height),
    below: box(x - width / 2, y + LABEL.gap, width, LABEL.height),
    above: box(x - width / 2, y - PIN.top - LABEL.gap - LABEL.height, width, LABEL.height),
  };
}

function box(left, top, width, height) {
  return { left, top, right: left + width, bottom: top + height };
}

function overlaps(one, other) {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

function isInside({ left, top, right, bottom }, { width, height }) {
  return left >= 0 && top >= 0 && right <= width && bottom <= height;
}
