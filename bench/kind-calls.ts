/** The calls of one kind that `npm run bench:kinds` compares, made from its definition and from rows that are there. */
import type { Kind } from "../src/kernel/kind.ts";
import type { JsonObject } from "../src/kernel/validate.ts";
import { demoRows } from "../src/seed/demo.ts";
import { known } from "../src/seed/row.ts";
import { get, head, type Side, send } from "./cases.ts";
import { type Ask, askerAt } from "./harness.ts";
import { connections } from "./interleaved.ts";
import { type Change, changesOf, copyOf } from "./kind-bodies.ts";
import { load } from "./load.ts";

export type Row = JsonObject & { readonly id?: string };

/** A service with the demo's rows, as an admin's key sees it. */
export class Organization {
  readonly port: number;
  /** A header line. */
  readonly bearer: string;
  readonly #ask: Ask;

  constructor(port: number, key: string) {
    this.port = port;
    this.bearer = `Authorization: Bearer ${key}\r\n`;
    this.#ask = askerAt(port, key);
  }

  /** What a GET of the row is answered 304 with. */
  async contentTagOf(kind: string, id: string | undefined): Promise<string | null> {
    return (await this.#ask("GET", `config/${within(kind, id)}`)).contentTag;
  }

  async etagOf(kind: string, id: string | undefined): Promise<string | null> {
    return (await this.#ask("GET", `config/${within(kind, id)}`)).etag;
  }

  /** A setting is its only row. */
  async rows({ kind, shape }: Kind): Promise<Row[]> {
    const { body } = await this.#ask("GET", `config/${kind}`);
    return shape === "setting" ? [body] : body.data;
  }

  async create({ kind }: Kind, body: JsonObject): Promise<void> {
    await this.#ask("POST", `config/${kind}`, body);
  }

  /** @returns the row's ETag */
  async change({ kind }: Kind, id: string | undefined, body: JsonObject): Promise<string | null> {
    return (await this.#ask("PUT", `config/${within(kind, id)}`, body)).etag;
  }

  async remove({ kind }: Kind, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const requests = ids.map((id) => head("DELETE", pathOf(kind, id), this.bearer));
    const { port } = this;
    const most = ids.length;
    await load({ port, requests, connections: Math.min(8, most), seconds: 600, most, status: 200 });
  }
}

/** What an attempt was refused with; undefined where it was not. */
async function refusalOf(attempt: () => Promise<void>): Promise<string | undefined> {
  try {
    await attempt();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** A setting has no id. */
export function within(kind: string, id: string | undefined): string {
  return id === undefined ? kind : `${kind}/${encodeURIComponent(id)}`;
}

export function pathOf(kind: string, id?: string): string {
  return `/api/v1/config/${within(kind, id)}`;
}

/** Bodies that the demo wrote its rows of each kind with, secrets and all. */
export async function demoBodies(organization: Organization, kinds: readonly Kind[]) {
  const ids = new Map<string, string>();
  for (const definition of kinds)
    for (const row of definition.shape === "setting" ? [] : await organization.rows(definition)) {
      const key = definition.naturalKey.map((field) => String(row[field] ?? ""));
      ids.set(JSON.stringify([definition.kind, ...key]), String(row.id));
    }
  const idOf = (kind: string, key: readonly string[]) => {
    const id = ids.get(JSON.stringify([kind, ...key]));
    if (id === undefined) throw new Error(`there is no ${kind} ${key.join(", ")}`);
    return id;
  };
  return (kind: string): JsonObject[] =>
    demoRows.flatMap((row) =>
      row.kind === kind ? [known(row.body, { now: new Date(), slug: "bench", idOf })] : [],
    );
}

export interface Puts {
  readonly field: string;
  readonly connections: number;
  /** What each row is sent in turns. A row is one connection's alone, so that each request changes it. */
  readonly values: readonly (readonly { readonly id: string | undefined; readonly body: JsonObject }[])[];
}

/** Finds a field that can be changed to and fro. @returns what was refused, where there is none */
export async function putsOf(
  organization: Organization,
  definition: Kind,
  rows: readonly Row[],
): Promise<Puts | string> {
  const refusals = new Set<string>();
  const first = rows[0];
  const fields = new Set(first === undefined ? [] : changesOf(definition, first).map(({ field }) => field));
  for (const field of fields) {
    const changed: { id: string | undefined; change: Change }[] = [];
    for (const row of rows) {
      const own = changesOf(definition, row).filter((one) => one.field === field);
      for (const change of own) {
        const refusal = await tried(organization, definition, row.id, change);
        if (refusal === undefined) {
          changed.push({ id: row.id, change });
          break;
        }
        refusals.add(refusal);
      }
      if (changed.length === 0 && row !== first) break;
    }
    if (changed.length === 0) continue;
    const count = Math.min(connections, changed.length);
    const used = changed.slice(0, changed.length - (changed.length % count));
    const values = [0, 1].map((turn) =>
      used.map(({ id, change }) => ({ id, body: { [field]: change.values[turn] ?? null } })),
    );
    return { field, connections: count, values };
  }
  return [...refusals][0] ?? "it has no field that can be changed";
}

/** Both values after one another. @returns undefined where each changed the row, or what stood against it */
function tried(organization: Organization, definition: Kind, id: string | undefined, change: Change) {
  return refusalOf(async () => {
    let before = await organization.etagOf(definition.kind, id);
    for (const value of change.values) {
      const etag = await organization.change(definition, id, { [change.field]: value });
      if (etag === before) throw new Error(`${change.field} changes nothing`);
      before = etag;
    }
  });
}

/** The kind whose rows the key names. */
export function refersTo({ naturalKey, fields }: Kind): string | undefined {
  for (const name of naturalKey) {
    const field = fields[name];
    if (field?.type === "reference") return field.to;
  }
  return undefined;
}

let copies = 1_000;

/** What makes bodies for rows that are not there yet. @returns the refusal, where none of the demo's can be copied */
export async function copiesOf(
  organization: Organization,
  definition: Kind,
  bodies: readonly JsonObject[],
  others: (kind: string) => readonly string[],
): Promise<(() => JsonObject) | string> {
  const copyable: JsonObject[] = [];
  let refusal = "the demo has no row of it";
  // Rows that the key refers to are taken one after the other; all else has a number that no other copy had.
  let used = -1;
  const next = () => {
    if (refersTo(definition) === undefined) copies += 1;
    used += 1;
    return refersTo(definition) === undefined ? copies : used;
  };
  for (const body of bodies) {
    const copy = copyOf(definition, body, next(), others);
    const refused =
      copy === undefined
        ? "its key can't be made up"
        : await refusalOf(() => organization.create(definition, copy));
    if (refused === undefined) copyable.push(body);
    else refusal = refused;
  }
  if (copyable.length === 0) return refusal;
  return () => {
    const number = next();
    const body = copyable[number % copyable.length] as JsonObject;
    return copyOf(definition, body, number, others) ?? body;
  };
}

/** @param tags the rows' content tags, where they are asked whether they have changed */
export function reads(
  { port, bearer }: Organization,
  { kind }: Kind,
  rows: readonly Row[],
  tags?: readonly (string | null)[],
): Side {
  const condition = (at: number) => (tags === undefined ? "" : `If-None-Match: ${tags[at]}\r\n`);
  const requests = rows.map(({ id }, at) => get(pathOf(kind, id), `${bearer}${condition(at)}`));
  return { port, requests, status: tags === undefined ? 200 : 304 };
}

export function putsAt(port: number, at: (id: string | undefined) => string, puts: Puts, bearer = ""): Side {
  const { connections: count } = puts;
  const [first, second] = puts.values.map((bodies) =>
    bodies.map(({ id, body }) => send("PUT", at(id), body, bearer)),
  ) as [string[], string[]];
  const own = first.length / count;
  // A load that begins goes on where the last one ended, or its first requests would change nothing.
  const sent = new Array<number>(count).fill(0);
  const requests = (connection: number) => {
    const turn = sent[connection] as number;
    sent[connection] = turn + 1;
    const values = Math.floor(turn / own) % 2 === 0 ? first : second;
    return values[connection + (turn % own) * count] as string;
  };
  return { port, requests, status: 200, connections: count };
}
