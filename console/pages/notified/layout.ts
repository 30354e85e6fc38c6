/** Where the parts of the picture stand, and how wide its bands are. Pure. */
import { type Column, columns, type Link, type Node, type Part } from "./view.ts";

export interface Placed {
  readonly node: Node;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface Band {
  readonly link: Link;
  /** The path of an SVG. */
  readonly d: string;
}

/** Parts of a column that are not shown by themselves. */
export interface Fold {
  readonly column: Column;
  readonly count: number;
  readonly alerts: number;
  readonly left: number;
  readonly top: number;
  readonly width: number;
}

export interface Layout {
  readonly placed: readonly Placed[];
  readonly folds: readonly Fold[];
  readonly bands: readonly Band[];
  readonly height: number;
}

/** Of each column, how many parts are shown before somebody asks for more. */
export const usually: Readonly<Record<Column, number>> = { service: 8, route: 14, receiver: 14, person: 12 };

/** Shares of the width, and where that is little, of the two columns that there is room for. */
const wide: Readonly<Partial<Record<Column, readonly [left: number, width: number]>>> = {
  service: [0, 0.15],
  route: [0.22, 0.29],
  receiver: [0.58, 0.21],
  person: [0.85, 0.15],
};
const narrow: typeof wide = { route: [0, 0.47], receiver: [0.58, 0.42] };
const narrowBelow = 620;

const gap = 8;
const [plainHeight, noteHeight, reasonHeight, foldHeight] = [32, 46, 62, 30];
/** About how wide a letter of a reason is, and what a part has at its sides. */
const [letterWidth, sides] = [6.2, 22];
/** A band of all alerts, and the widest of one. */
const [allWidth, oneWidth, least] = [130, 6, 1.5];

interface Wanted {
  readonly nodes: readonly Node[];
  readonly links: readonly Link[];
  readonly alerts: number;
  readonly lit: ReadonlySet<Part>;
  /** How many parts of each column are shown. */
  readonly most: Readonly<Record<Column, number>>;
  /** In pixels. */
  readonly width: number;
}

export function layoutOf({ nodes, links, alerts, lit, most, width }: Wanted): Layout {
  const shares = width < narrowBelow ? narrow : wide;
  const scale = Math.min(oneWidth, allWidth / Math.max(1, alerts));
  const thick = ({ count }: Link) => (count === 0 ? 1 : Math.max(least, count * scale));
  const placed: Placed[] = [];
  const folds: Fold[] = [];
  let height = 0;
  for (const column of columns) {
    const share = shares[column];
    if (share === undefined) continue;
    const [left, own] = [share[0] * width, share[1] * width];
    const all = nodes.filter((node) => node.column === column);
    const shown = mostImportant(all, most[column], lit);
    let top = 0;
    for (const node of shown) {
      const sums = [
        links.filter(({ to }) => to === node.part),
        links.filter(({ from }) => from === node.part),
      ];
      const bands = Math.max(...sums.map((side) => side.reduce((sum, link) => sum + thick(link), 0)));
      const tall = Math.max(leastHeight(node, own), bands);
      placed.push({ node, left, top, width: own, height: tall });
      top += tall + gap;
    }
    const rest = all.filter((node) => !shown.includes(node));
    if (rest.length > 0) {
      const more = rest.reduce((sum, { count }) => sum + count, 0);
      folds.push({ column, count: rest.length, alerts: more, left, top, width: own });
      top += foldHeight + gap;
    }
    height = Math.max(height, top);
  }
  return { placed, folds, bands: bandsOf(placed, links, thick), height };
}

function leastHeight({ problem, note }: Node, width: number): number {
  const said = problem ?? note;
  if (said === undefined) return plainHeight;
  return said.length * letterWidth > width - sides ? reasonHeight : noteHeight;
}

/** The lit, then the busiest, then the first, in their own order. */
export function mostImportant(nodes: readonly Node[], most: number, lit: ReadonlySet<Part>): readonly Node[] {
  const rank = ({ part }: Node) => Number(!lit.has(part));
  const chosen = [...nodes].sort((a, b) => rank(a) - rank(b) || b.count - a.count).slice(0, most);
  const kept = new Set(chosen);
  return nodes.filter((node) => kept.has(node));
}

/** Bands leave a part below each other, in the order of where they lead. */
function bandsOf(
  placed: readonly Placed[],
  links: readonly Link[],
  thick: (link: Link) => number,
): readonly Band[] {
  const place = new Map(placed.map((one, index) => [one.node.part, { ...one, index }]));
  const known = links.filter(({ from, to }) => place.has(from) && place.has(to));
  const orderOf = (part: Part) => place.get(part)?.index ?? 0;
  const sorted = [...known].sort(
    (a, b) => orderOf(a.from) - orderOf(b.from) || orderOf(a.to) - orderOf(b.to),
  );
  const outs = offsets(sorted, ({ from }) => from, thick);
  const ins = offsets(sorted, ({ to }) => to, thick);
  return sorted.flatMap((link): Band[] => {
    const [from, to] = [place.get(link.from), place.get(link.to)];
    if (from === undefined || to === undefined) return [];
    const width = thick(link);
    const x = from.left + from.width;
    const y = from.top + start(from, outs.sums.get(link.from) ?? 0) + (outs.at.get(link) ?? 0);
    const toY = to.top + start(to, ins.sums.get(link.to) ?? 0) + (ins.at.get(link) ?? 0);
    return [{ link, d: shapeOf({ x, y }, { x: to.left, y: toY }, width) }];
  });
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A band that bends between two upright edges; the points are their upper ends. */
function shapeOf(from: Point, to: Point, width: number): string {
  const middle = r((from.x + to.x) / 2);
  const [x, toX] = [r(from.x), r(to.x)];
  const [top, toTop, bottom, toBottom] = [from.y, to.y, from.y + width, to.y + width].map(r);
  const there = `M${x} ${top}C${middle} ${top} ${middle} ${toTop} ${toX} ${toTop}`;
  return `${there}V${toBottom}C${middle} ${toBottom} ${middle} ${bottom} ${x} ${bottom}Z`;
}

/** All bands of a part stand in its middle. */
function start({ height }: Placed, sum: number): number {
  return Math.max(0, (height - sum) / 2);
}

function offsets(links: readonly Link[], end: (link: Link) => Part, thick: (link: Link) => number) {
  const sums = new Map<Part, number>();
  const at = new Map<Link, number>();
  for (const link of links) {
    const sum = sums.get(end(link)) ?? 0;
    at.set(link, sum);
    sums.set(end(link), sum + thick(link));
  }
  return { sums, at };
}

function r(value: number): number {
  return Math.round(value * 10) / 10;
}
