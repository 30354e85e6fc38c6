/** Which of many rotas are shown, and in which order. Pure. */
import type { Post } from "../../api/on-call-shapes.ts";

interface Known {
  readonly name: string;
  readonly people: readonly string[];
  readonly posts: readonly Post[];
}

/** By the rota's name, or by somebody of it. */
export function isSought(
  { name, people, posts }: Known,
  text: string,
  nameOf: (email: string) => string,
): boolean {
  const sought = text.trim().toLowerCase();
  const now = posts.flatMap((post) => post.people.map(({ email }) => email));
  return [name, ...[...people, ...now].flatMap((email) => [email, nameOf(email)])].some((one) =>
    one.toLowerCase().includes(sought),
  );
}

/** Those with a gap first; all else by name. */
export function shownFirst<T extends { readonly name: string; readonly gap: unknown }>(
  rotas: readonly T[],
): readonly T[] {
  const isWell = ({ gap }: T) => Number(gap === undefined);
  // "Search 2" before "Search 10".
  const byName = (one: T, other: T) => one.name.localeCompare(other.name, undefined, { numeric: true });
  return rotas.toSorted((one, other) => isWell(one) - isWell(other) || byName(one, other));
}

/** Those in which somebody is on call, then those in which they are next, by when. */
export function soonestFirst<T extends Pick<Known, "posts">>(rotas: readonly T[], me: string): readonly T[] {
  const soonest = ({ posts }: T) =>
    Math.min(
      ...posts.map(({ people, next }) => {
        if (people.some(({ email }) => email === me)) return 0;
        return next?.people.includes(me) ? Date.parse(next.at) : Number.POSITIVE_INFINITY;
      }),
    );
  return rotas
    .map((rota) => ({ rota, at: soonest(rota) }))
    .sort((a, b) => (a.at === b.at ? 0 : a.at - b.at))
    .map(({ rota }) => rota);
}
