/** Who people of other tools are here: people are by address. */
import { formats } from "../../../../kernel/format.ts";
import { quoted } from "../quoted.ts";

/** A person as the other tool names them. */
export interface Person {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly email?: string | undefined;
}

/** Nobody has an address there, so that nobody can join with it. */
const nowhere = "unknown.invalid";

/** Stands where a turn is nobody's. */
export const nobody = `nobody@${nowhere}`;

/** The addresses of people by what files say, and before that by what whoever moves in says. */
export class People {
  readonly #said: ReadonlyMap<string, string>;
  readonly #find: (person: Person) => string | undefined;
  /** Those whose address nobody says, by the address that stands in its place. */
  readonly #unknown = new Map<string, { readonly name: string; readonly key: string }>();

  /**
   * @param said addresses by id, name or address there
   * @param find what the files say
   */
  constructor(
    said: Readonly<Record<string, string>> | undefined,
    find: (person: Person) => string | undefined,
  ) {
    this.#said = new Map(Object.entries(said ?? {}).map(([key, email]) => [folded(key), email]));
    this.#find = find;
  }

  /** Where no address is known, one that stands in its place: turns stay as they were, and nobody is on call then. */
  addressOf(person: Person): string {
    const keys = [person.id, person.email, person.name].filter((key) => key !== undefined).map(folded);
    const said = keys.map((key) => this.#said.get(key)).find((email) => email !== undefined);
    const email = said ?? person.email ?? this.#find(person) ?? person.name;
    if (email !== undefined && formats.email.check(email) === undefined) return email.toLowerCase();
    const { id, name = person.email ?? id ?? "nobody" } = person;
    const key = id ?? name;
    const place = placeOf(key);
    this.#unknown.set(place, { name: key === name ? quoted(name) : `${quoted(name)} (${key})`, key });
    return place;
  }

  /** What the report says of addresses that stand for somebody. */
  unknownAmong(emails: Iterable<string>): string[] {
    const places = new Set(emails);
    return [...this.#unknown].flatMap(([place, { name, key }]) =>
      places.has(place)
        ? [
            `no file says the address of ${name}: ${place} stands in their turns, in which nobody is on call; give it with --people (${JSON.stringify(key)}: their address), or put somebody else in their place`,
          ]
        : [],
    );
  }
}

/** An address that nobody has. */
export function placeOf(key: string): string {
  const word = key
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 50);
  return `${word || "somebody"}@${nowhere}`;
}

/** Finds people of a list by their id, or by their name. */
export function among(known: readonly Person[]): (person: Person) => string | undefined {
  const by = (key: "id" | "name") => new Map(known.map((one) => [one[key], one.email]));
  const [ids, names] = [by("id"), by("name")];
  return ({ id, name }) => (id === undefined ? names.get(name) : ids.get(id));
}

function folded(key: string): string {
  return key.trim().toLowerCase();
}
