/** The rows of a bundle as the service would store them, without a service: for tests that are decided here. */
import { withNamed } from "../../engine/named-references.ts";
import { dependencyOrder } from "../../engine/plan/order.ts";
import { encodedKey, type KeyReference, type Resolved, withIds } from "../../engine/plan/references.ts";
import { naturalKeyOf } from "../../engine/row-facts.ts";
import { type AnyRow, decidingKinds, storedAs } from "../../features/changes/behaviour-tests/pure.ts";
import type { Fault, Position } from "../../kernel/fault.ts";
import type { Json } from "../../kernel/field.ts";
import { newId } from "../../kernel/ids.ts";
import { fieldsOf, type Kind } from "../../kernel/kind.ts";
import { withKeptNames } from "../../kernel/names.ts";
import { parseBody } from "../../kernel/parse-body.ts";
import { isObject, type JsonObject } from "../../kernel/validate.ts";
import type { Bundle } from "../bundle/bundle.ts";
import { BundleFaults } from "../bundle/fault.ts";
import { kinds } from "../plans/request.ts";

export interface BundleRows {
  readonly rows: readonly AnyRow[];
  /** Where a row stands; undefined for one of no file. */
  at(id: string): Position | undefined;
  /** Rows that others name and no file has: they count as being there. */
  readonly assumed: readonly string[];
  /** Whether they are laid over all rows that a service has. */
  readonly isWhole: boolean;
}

/** Before the first row of a service. */
export const noRows: BundleRows = { rows: [], at: () => undefined, assumed: [], isWhole: true };

const ordered = dependencyOrder([...new Set(kinds.values())]).filter(({ kind }) => decidingKinds.has(kind));

/**
 * @param base rows that are there already; a row of the files with the same natural key takes the place of one
 * @throws BundleFaults with everything that is wrong with the rows that decide
 */
export async function rowsOfBundle(bundle: Bundle, base?: BundleRows): Promise<BundleRows> {
  const reader = new Reader(bundle, base);
  for (const definition of ordered) await reader.readKind(definition);
  if (reader.faults.length > 0) throw new BundleFaults(reader.faults);
  return reader;
}

class Reader implements BundleRows {
  readonly faults: Fault[] = [];
  readonly isWhole: boolean;
  readonly #bundle: Bundle;
  readonly #rows = new Map<string, AnyRow>();
  /** By kind and natural key. */
  readonly #ids = new Map<string, string>();
  readonly #names = new Map<string, Json[]>();
  readonly #places = new Map<string, Position | undefined>();
  readonly #assumed = new Set<string>();

  constructor(bundle: Bundle, base: BundleRows | undefined) {
    this.#bundle = bundle;
    this.isWhole = base?.isWhole ?? false;
    for (const row of base?.rows ?? []) this.#keep(kinds.get(row.kind) as Kind, row);
    for (const definition of ordered) this.#learnNames(definition);
  }

  get rows(): readonly AnyRow[] {
    return [...this.#rows.values()];
  }

  get assumed(): readonly string[] {
    return [...this.#assumed];
  }

  at(id: string): Position | undefined {
    return this.#places.get(id);
  }

  async readKind(definition: Kind): Promise<void> {
    for (const [index, body] of this.#entries(definition).entries())
      await this.#readEntry(definition, body, definition.shape === "setting" ? null : index);
  }

  #entries({ kind, fields }: Kind): readonly JsonObject[] {
    const given = this.#bundle.body[kind];
    return (Array.isArray(given) ? (given as Json[]) : given === undefined ? [] : [given as Json])
      .filter(isObject)
      .map((body) => withKeptNames(fields, body));
  }

  /** What a row may be called by: within the files its whole key. */
  #learnNames(definition: Kind): void {
    if (!("name" in definition.fields)) return;
    for (const body of this.#entries(definition)) {
      const key = Object.fromEntries(definition.naturalKey.map((name) => [name, body[name] ?? null]));
      const called = `${definition.kind}/${String(body.name)}`;
      const others = (this.#names.get(called) ?? []).filter(
        (one) => isObject(one) && JSON.stringify(one) !== JSON.stringify(key),
      );
      this.#names.set(called, [...others, key]);
    }
  }

  async #readEntry(definition: Kind, given: JsonObject, index: number | null): Promise<void> {
    const { kind } = definition;
    const at = (field: string) =>
      this.#bundle.locate({ resource: kind, key: index === null ? {} : null, field, index });
    const named = await withNamed(
      definition,
      given,
      async (to, name) => this.#names.get(`${to}/${name}`) ?? [],
    );
    const { renamed_from: _, ...body } = named.body;
    const read = withIds(definition, body, (reference) => this.#resolve(reference));
    const parsed = parseBody(fieldsOf(definition), read.body, "create");
    const configuration = parsed.configuration;
    const known = new Set([...named.problems, ...read.problems].map(({ field }) => field));
    const problems = [
      ...named.problems,
      ...read.problems,
      // Secrets decide nothing, and are in no export.
      ...parsed.problems.filter(
        ({ field }) => !known.has(field) && definition.fields[field]?.type !== "secret",
      ),
    ];
    const view = { configuration, state: {}, secretsSet: {} };
    const broken = problems.length > 0 ? [] : (definition.check?.(view, undefined, nobody, []) ?? []);
    for (const { field, message } of [...problems, ...broken])
      this.faults.push({ at: at(field), message: field === "" ? message : `${field}: ${message}` });
    const key = naturalKeyOf(definition, configuration) ?? "";
    const id = this.#ids.get(`${kind}/${key}`) ?? newId(definition.idPrefix ?? kind);
    this.#places.set(id, at(""));
    const before = this.#rows.get(id);
    const stored = storedAs(definition, body, configuration, before, this.#rows.values());
    this.#keep(definition, { kind, id, configuration: stored, state: {} });
  }

  #keep(definition: Kind, row: AnyRow): void {
    const { kind, id, configuration } = row;
    this.#rows.set(id, row);
    const key = naturalKeyOf(definition, configuration) ?? "";
    this.#ids.set(`${kind}/${key}`, id);
    const called = `${kind}/${String(configuration.name)}`;
    if (!this.#names.has(called)) this.#names.set(called, [id]);
  }

  #resolve(reference: KeyReference): Resolved {
    const target = kinds.get(reference.to);
    if (target === undefined) return { id: reference.to };
    const named = withKeptNames(target.fields, reference.key);
    const key = encodedKey(target, named, (inner) => this.#resolve(inner));
    if ("problem" in key) return key;
    const name = `${target.kind}/${key.encoded}`;
    const known = this.#ids.get(name);
    if (known !== undefined) return { id: known };
    const id = newId(target.idPrefix ?? target.kind);
    this.#ids.set(name, id);
    if (decidingKinds.has(target.kind)) {
      this.#assumed.add(`${target.kind} ${JSON.stringify(reference.key)}`);
      this.#rows.set(id, { kind: target.kind, id, configuration: named, state: {} });
    }
    return { id };
  }
}

const nobody = { now: new Date(0), actor: { kind: "key", id: "", name: "" }, address: undefined } as const;
