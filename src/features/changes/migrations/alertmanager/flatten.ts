/**
 * Alertmanager's tree of routes as a list that means the same. In the tree an alert goes as deep as it matches; a route
 * notifies where none of its children matched, and the search goes on among the siblings where a child continues. In
 * the list the routes are tried in order, and the first that matches and does not continue ends the search.
 *
 * So a child stands before its parent, with the matchers of all above it. A child that continues is followed by its
 * siblings; its alerts must not reach the parent then, which says so with the opposite of the child's matchers, or is
 * preceded by a row that ends the search for them. Below a child that continues nothing may end the search, so that
 * there each row says by itself which of its siblings did not match.
 */
import type { Conjunction } from "../../../../renderers/alerting/samples.ts";
import { joined, negated, relationOfAll } from "../conditions.ts";

/** A route of the tree, as far as its place in the list depends on it. */
export interface TreeRoute<R> {
  /** Its own. */
  readonly matchers: Conjunction;
  readonly continues: boolean;
  readonly children: readonly R[];
}

/** One row of the list. */
export interface FlatRow<R> {
  /** Whose it is. */
  readonly route: R;
  readonly matchers: Conjunction;
  readonly continues: boolean;
  /** It notifies nobody: the alerts were taken before, and are kept from what follows. */
  readonly stops: boolean;
}

/** Most rows that one route which continues is written out into before that is given up. */
const mostOfOne = 1_000;

class TooMany extends Error {}

/** @returns the rows, and the routes whose alerts reach more in the list than in the tree */
export function flatten<R extends TreeRoute<R>>(
  root: R,
): { readonly rows: FlatRow<R>[]; readonly inexact: R[] } {
  const list = new List<R>();
  list.ending(root, root.matchers, false);
  return { rows: list.rows, inexact: list.inexact };
}

class List<R extends TreeRoute<R>> {
  readonly rows: FlatRow<R>[] = [];
  readonly inexact: R[] = [];

  /**
   * The rows of a route after which nothing else is tried.
   * @param known what holds of all alerts that come here
   * @param followed whether rows come after these that the same alerts must not reach
   */
  ending(route: R, known: Conjunction, followed: boolean): void {
    const passing: Passing<R>[] = [];
    const ended: Conjunction[] = [];
    let taken = false;
    for (const [index, child] of route.children.entries()) {
      const { relation } = relationOfAll(known, child.matchers);
      if (relation === "contradicted") continue;
      const within = joined(known, child.matchers);
      const later = route.children.slice(index + 1);
      const goesOn =
        child.continues &&
        later.some(({ matchers }) => relationOfAll(within, matchers).relation !== "contradicted");
      if (!goesOn) {
        if (relation === "implied") {
          this.ending(child, within, followed);
          return;
        }
        this.ending(child, within, true);
        ended.push(within);
        continue;
      }
      this.#passing(child, within);
      if (relation === "implied") taken = true;
      else passing.push({ route: child, matchers: within });
    }
    // An alert that a sibling took for good comes here no more.
    const left = passing.filter(({ matchers }) => !ended.some((one) => isWithin(matchers, one)));
    if (taken) {
      if (followed) this.#stop(route, known);
      return;
    }
    const alone = followed ? undefined : without(known, left);
    if (alone === undefined) for (const { route: child, matchers } of left) this.#stop(child, matchers);
    this.rows.push({ route, matchers: alone ?? known, continues: false, stops: false });
  }

  #stop(route: R, matchers: Conjunction): void {
    const last = this.rows.at(-1);
    // What was just sent on its way can end there.
    if (last?.continues && isWithin(matchers, last.matchers) && isWithin(last.matchers, matchers))
      this.rows[this.rows.length - 1] = { ...last, continues: false };
    else this.rows.push({ route, matchers, continues: false, stops: true });
  }

  /** The rows of a route after which others are tried: all of them continue. */
  #passing(route: R, known: Conjunction): void {
    const before = this.rows.length;
    try {
      this.#spread(route, { known, from: 0, taken: false, passing: [] }, before + mostOfOne);
    } catch (error) {
      if (!(error instanceof TooMany)) throw error;
      this.rows.length = before;
      this.inexact.push(route);
      this.#loose(route, known);
    }
  }

  /** Its rows, each with what its siblings leave. No two rows of one route take the same alert. */
  #spread(route: R, { known, from, taken, passing }: Spread, most: number): void {
    for (let index = from; index < route.children.length; index += 1) {
      const child = route.children[index] as R;
      const { relation, open } = relationOfAll(known, child.matchers);
      if (relation === "contradicted") continue;
      const below = { known: joined(known, child.matchers), from: 0, taken: false, passing: [] };
      this.#spread(child, below, most);
      if (relation === "implied" && !child.continues) return;
      if (child.continues) {
        if (relation === "implied") taken = true;
        else passing = [...passing, child.matchers];
        continue;
      }
      for (const rest of othersThan(known, open))
        this.#spread(route, { known: rest, from: index + 1, taken, passing }, most);
      return;
    }
    if (taken) return;
    for (const matchers of leaving([known], passing)) {
      if (this.rows.length >= most) throw new TooMany();
      this.rows.push({ route, matchers, continues: true, stops: false });
    }
  }

  /** The nearest: all that may be notified are, some of them of more than in the tree. */
  #loose(route: R, known: Conjunction): void {
    for (const child of route.children)
      if (relationOfAll(known, child.matchers).relation !== "contradicted")
        this.#loose(child, joined(known, child.matchers));
    this.rows.push({ route, matchers: known, continues: true, stops: false });
  }
}

interface Passing<R> {
  readonly route: R;
  readonly matchers: Conjunction;
}

interface Spread {
  readonly known: Conjunction;
  /** The first child that is still to be tried. */
  readonly from: number;
  /** Whether a child took all of them already. */
  readonly taken: boolean;
  /** Children that took some of them already. */
  readonly passing: readonly Conjunction[];
}

function isWithin(narrow: Conjunction, wide: Conjunction): boolean {
  return relationOfAll(narrow, wide).relation === "implied";
}

/** What is known, without what these took; undefined where that is more than one conjunction. */
function without<R>(known: Conjunction, passing: readonly Passing<R>[]): Conjunction | undefined {
  const all = leaving(
    [known],
    passing.map(({ matchers }) => matchers),
    1,
  );
  return all.length === 1 ? all[0] : undefined;
}

/**
 * Conjunctions of which none takes what another one takes, and which together take what none of these took.
 * @param most of how many more the answer says nothing but that there are more
 */
function leaving(
  known: readonly Conjunction[],
  passing: readonly Conjunction[],
  most = mostOfOne,
): readonly Conjunction[] {
  let all = known;
  for (const matchers of passing) {
    all = all.flatMap((one) => {
      const { relation, open } = relationOfAll(one, matchers);
      return relation === "contradicted" ? [one] : othersThan(one, open);
    });
    if (all.length > most) return all.slice(0, most + 1);
  }
  return all;
}

/** What is known, where one of these does not hold: the first does not, or it does and the second does not, and so on. */
function othersThan(known: Conjunction, open: Conjunction): Conjunction[] {
  return open.map((matcher, index) => joined(known, [...open.slice(0, index), negated(matcher)]));
}
