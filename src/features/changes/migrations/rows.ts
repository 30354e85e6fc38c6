/** The rows that a migration makes. Only those that their definitions accept are kept, so that its file always loads. */
import { naturalKeyObject } from "../../../engine/plan/bundle-entry.ts";
import { naturalKeyOf, referencesOf } from "../../../engine/row-facts.ts";
import { sameJson } from "../../../kernel/equal.ts";
import type { Json } from "../../../kernel/field.ts";
import { anyMoment, type Kind } from "../../../kernel/kind.ts";
import { parseBody } from "../../../kernel/parse-body.ts";
import type { Problem } from "../../../kernel/problem.ts";
import { argumentName } from "../../../kernel/terraform.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { identifierOf, type SourceResource } from "./resource.ts";

/** A secret that the row needs. Its value comes from a variable, and is never copied. */
export interface Secret {
  readonly field: string;
  /** What the variable has to hold, in a few words. */
  readonly holds: string;
}

/** A row that a mapping proposes. */
export interface Draft {
  /** What other drafts write where a reference to this row belongs. */
  readonly id: string;
  readonly definition: Kind;
  /** The body of its create, without secrets. */
  readonly body: JsonObject;
  readonly secrets: readonly Secret[];
  /** The start of its label. */
  readonly label: string;
  /** What it was made from. */
  readonly source: SourceResource;
}

/** A secret of a row, and the name of its variable in Terraform. In an environment the name stands in capitals. */
export interface NamedSecret extends Secret {
  readonly variable: string;
}

/** A row of the migration. Its label is no other row's of its kind. */
export interface Row extends Draft {
  readonly configuration: JsonObject;
  readonly secrets: readonly NamedSecret[];
}

/** A row that the service has already: it is named, and not written. */
export interface KnownRow {
  readonly id: string;
  readonly definition: Kind;
  readonly key: JsonObject;
  readonly label: string;
}

/** The name of a secret's variable in an environment, where there are no small letters and no hyphens. */
export function environmentName(variable: string): string {
  return variable.toUpperCase().replaceAll("-", "_");
}

/** The rows that were accepted so far. */
export class Rows {
  readonly #rows = new Map<string, Row>();
  readonly #known = new Map<string, KnownRow>();
  readonly #kinds = new Set<string>();
  readonly #bySource = new Map<SourceResource, Row[]>();
  readonly #byKey = new Map<string, Row>();
  readonly #defaults = new Set<string>();
  readonly #labels = new Set<string>();
  readonly #variables = new Set<string>();
  #ids = 0;

  get all(): readonly Row[] {
    return [...this.#rows.values()];
  }

  /** Rows that the service has already, and that others point at. */
  get known(): readonly KnownRow[] {
    return [...this.#known.values()];
  }

  /** An accepted row. */
  get(id: string): Row {
    return this.#rows.get(id) as Row;
  }

  /** The row of this natural key that was made. */
  made(definition: Kind, key: JsonObject): Row | undefined {
    return this.#byKey.get(keyIn(definition, key));
  }

  /** The row of this natural key; where none was made, it has to be in the service already. */
  named(definition: Kind, key: JsonObject): Pick<KnownRow, "id"> {
    const text = keyIn(definition, key);
    const row =
      this.made(definition, key) ?? this.known.find((one) => keyIn(one.definition, one.key) === text);
    if (row !== undefined) return row;
    const label = freeName(
      identifierOf(Object.values(key).map(String)),
      this.#labels,
      (free) => `${definition.kind} ${free}`,
    );
    const known = { id: this.newId(), definition, key, label };
    this.#known.set(known.id, known);
    return known;
  }

  /** The rows that stand for a resource, its own or one that was there already. */
  from(source: SourceResource): readonly Row[] {
    return this.#bySource.get(source) ?? [];
  }

  /** Whether there is a row of this kind. */
  has(kind: string): boolean {
    return this.#kinds.has(kind);
  }

  /** An id for a draft, which no other has. */
  newId(): string {
    this.#ids += 1;
    return String(this.#ids);
  }

  /** Takes a draft in and gives its row, or that which is there for the same thing; or says what is against it. */
  accept(draft: Draft): { readonly row: Row } | { readonly problems: readonly Problem[] } {
    const { definition, body } = draft;
    const missing = referencesOf(definition, body).filter(
      ({ toId }) => !this.#rows.has(toId) && !this.#known.has(toId),
    );
    if (missing.length > 0)
      return {
        problems: missing.map(({ field }) => ({ field, message: "points at a row that could not be made" })),
      };
    const { configuration, problems } = parsedDraft(draft);
    if (problems.length > 0) return { problems };
    const named = this.#byKey.get(keyIn(definition, configuration));
    if (named !== undefined && isSameThing(named, draft, configuration))
      return { row: this.#stand(draft, named) };
    const taken =
      named === undefined ? this.#secondDefault(definition, configuration) : takenName(definition);
    if (taken !== undefined) return { problems: [taken] };
    const label = freeName(draft.label, this.#labels, (free) => `${definition.kind} ${free}`);
    return { row: this.#keep({ ...draft, configuration, label, secrets: this.#namedSecrets(draft, label) }) };
  }

  /** The natural key of a row, with those of the rows that it names. */
  keyOf(id: string): JsonObject | undefined {
    const row = this.#rows.get(id);
    return row === undefined
      ? this.#known.get(id)?.key
      : naturalKeyObject(row.definition, row.configuration, (_, other) => this.keyOf(other));
  }

  #keep(row: Row): Row {
    const { definition, configuration } = row;
    this.#rows.set(row.id, row);
    this.#kinds.add(definition.kind);
    this.#byKey.set(keyIn(definition, configuration), row);
    const asDefault = defaultIn(definition, configuration);
    if (asDefault !== undefined) this.#defaults.add(asDefault);
    return this.#stand(row, row);
  }

  #stand({ source }: Draft, row: Row): Row {
    this.#bySource.set(source, [...this.from(source), row]);
    return row;
  }

  #secondDefault(definition: Kind, configuration: JsonObject): Problem | undefined {
    const asDefault = defaultIn(definition, configuration);
    if (definition.oneDefault === undefined || asDefault === undefined || !this.#defaults.has(asDefault))
      return undefined;
    return { field: definition.oneDefault.field, message: "another row is the default already" };
  }

  /** Two names that differ in capitals or hyphens alone would be one variable in an environment. */
  #namedSecrets({ definition, secrets }: Draft, label: string): NamedSecret[] {
    return secrets.map((secret) => {
      const name = `${definition.singular}_${label}_${secret.field}`;
      return { ...secret, variable: freeName(name, this.#variables, environmentName) };
    });
  }
}

/** The name, or with a number behind it where the form of it that counts is taken; takes that form. */
function freeName(name: string, taken: Set<string>, formOf: (name: string) => string): string {
  for (let count = 1; ; count += 1) {
    const free = count === 1 ? name : `${name}_${count}`;
    if (taken.has(formOf(free))) continue;
    taken.add(formOf(free));
    return free;
  }
}

/** A resource may be managed in one file, and read as a data source in others that name it. */
function isSameThing(row: Row, { source, definition }: Draft, configuration: JsonObject): boolean {
  return (
    source.mode === "data" &&
    source.type === row.source.type &&
    definition.kind === row.definition.kind &&
    sameJson(row.configuration, configuration)
  );
}

function takenName({ naturalKey }: Kind): Problem {
  return {
    field: naturalKey.map(argumentName).join(", "),
    message: "another row has this name already; rename one of the two where they come from",
  };
}

/** What only one row can be the default of; undefined for a row that is no default. */
function defaultIn({ kind, oneDefault }: Kind, configuration: JsonObject): string | undefined {
  if (oneDefault === undefined || configuration[oneDefault.field] !== true) return undefined;
  return JSON.stringify([kind, ...oneDefault.per.map((name) => configuration[name] ?? null)]);
}

function keyIn(definition: Kind, configuration: JsonObject): string {
  return `${definition.kind} ${naturalKeyOf(definition, configuration)}`;
}

/** The draft as its definition reads it, compared with the definition's own rules where its fields are right. */
function parsedDraft({ definition, body, secrets }: Draft): {
  readonly configuration: JsonObject;
  readonly problems: readonly Problem[];
} {
  const names = secrets.map(({ field }): [string, Json] => [field, placeholder]);
  const parsed = parseBody(definition.fields, { ...body, ...Object.fromEntries(names) }, "create");
  const { configuration } = parsed;
  if (parsed.problems.length > 0) return { configuration, problems: parsed.problems };
  const secretsSet = Object.fromEntries(secrets.map(({ field }) => [field, true]));
  const view = { configuration, state: {}, secretsSet };
  return { configuration, problems: definition.check?.(view, undefined, anyMoment, []) ?? [] };
}

/** Stands for a secret while the row is looked at. */
const placeholder = "secret";
