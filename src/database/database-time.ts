/** How long the database ran statements for each organization, until somebody takes the counts. */
import type { NamedStatement, Statement } from "./statement.ts";

/** The parameter that says whose rows a statement is about. */
const owner = "organizationId";

export class DatabaseTime {
  #ms = new Map<string, number>();
  /** The owner's place among a statement's values; -1 for none. */
  readonly #places = new WeakMap<Statement, number>();

  /** Runs a statement, and counts its time. One of several organizations counts in equal parts. */
  during<T>(statement: Statement, values: readonly unknown[], run: () => Promise<T>): Promise<T> {
    const organizations = this.#organizationsOf(statement, values);
    if (organizations.length === 0) return run();
    const from = performance.now();
    return run().finally(() => {
      const ms = (performance.now() - from) / organizations.length;
      for (const id of organizations) this.#ms.set(id, (this.#ms.get(id) ?? 0) + ms);
    });
  }

  /** Milliseconds since the last time, by the organizations' ids. */
  take(): ReadonlyMap<string, number> {
    const ms = this.#ms;
    this.#ms = new Map();
    return ms;
  }

  #organizationsOf(statement: Statement, values: readonly unknown[]): readonly string[] {
    let place = this.#places.get(statement);
    if (place === undefined) {
      place = (statement as Partial<NamedStatement>).parameters?.indexOf(owner) ?? -1;
      this.#places.set(statement, place);
    }
    const value = place === -1 ? undefined : values[place];
    if (typeof value === "string") return [value];
    return Array.isArray(value) ? (value as readonly string[]) : [];
  }
}
