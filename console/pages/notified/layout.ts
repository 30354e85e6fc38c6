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
  readonly width: number;
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
const [plainHeight, reasonHeight, foldHeight] = [32, 62, 30];
/** A band of all alerts, and the widest of one. */
const [allWidth, oneWidth, least] = [150, 10, 1.5];

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
      const tall = Math.max(
        node.problem === null && node.note === undefined ? plainHeight : reasonHeight,
        bands,
      );
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
    const y = from.top + start(from, outs.sums.get(link.from) ?? 0) + (outs.at.get(link) ?? 0) + width / 2;
    const toY = to.top + start(to, ins.sums.get(link.to) ?? 0) + (ins.at.get(link) ?? 0) + width / 2;
    const middle = (x + to.left) / 2;
    return [
      {
        link,
        width,
        d: `M${r(x)} ${r(y)}C${r(middle)} ${r(y)} ${r(middle)} ${r(toY)} ${r(to.left)} ${r(toY)}`,
      },
    ];
  });
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
