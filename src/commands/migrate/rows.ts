/** The rows that a migration makes. Only those that their definitions accept are kept, so that its file always loads. */
import { naturalKeyObject } from "../../engine/plan/bundle-entry.ts";
import { naturalKeyOf, referencesOf } from "../../engine/row-facts.ts";
import type { Json } from "../../kernel/field.ts";
import type { Problem } from "../../kernel/problem.ts";
import type { Origin, Resource } from "../../kernel/resource.ts";
import { argumentName } from "../../kernel/terraform.ts";
import { type JsonObject, parseBody } from "../../kernel/validate.ts";

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
  readonly resource: Resource;
  /** The body of its create, without secrets. */
  readonly body: JsonObject;
  readonly secrets: readonly Secret[];
  /** The start of its label. */
  readonly label: string;
  /** The address that it was made from. */
  readonly from: string;
}

/** A row of the migration. Its label is no other row's of its kind. */
export interface Row extends Draft {
  readonly configuration: JsonObject;
}

/** Nobody's address is known. */
const nobody: Origin = {
  actor: { kind: "key", id: "", name: "" },
  address: undefined,
};

/** The rows that were accepted so far. */
export class Rows {
  readonly #rows = new Map<string, Row>();
  readonly #keys = new Set<string>();
  readonly #labels = new Set<string>();

  get all(): readonly Row[] {
    return [...this.#rows.values()];
  }

  /** An accepted row. */
  get(id: string): Row {
    return this.#rows.get(id) as Row;
  }

  /** Takes a draft in, or says all that its definition has against it. */
  accept(draft: Draft): Row | readonly Problem[] {
    const { resource, body } = draft;
    const missing = referencesOf(resource, body).filter(({ toId }) => !this.#rows.has(toId));
    if (missing.length > 0)
      return missing.map(({ field }) => ({ field, message: "points at a row that could not be made" }));
    const { configuration, problems } = parsedDraft(draft);
    if (problems.length > 0) return problems;
    const taken = this.#takenName(resource, configuration) ?? this.#secondDefault(resource, configuration);
    if (taken !== undefined) return [taken];
    this.#keys.add(keyIn(resource, configuration));
    const row = { ...draft, configuration, label: this.#freeLabel(draft) };
    this.#rows.set(draft.id, row);
    return row;
  }

  /** The natural key of a row, with those of the rows that it names. */
  keyOf(id: string): JsonObject | undefined {
    const row = this.#rows.get(id);
    return row && naturalKeyObject(row.resource, row.configuration, (_, other) => this.keyOf(other));
  }

  #takenName(resource: Resource, configuration: JsonObject): Problem | undefined {
    if (!this.#keys.has(keyIn(resource, configuration))) return undefined;
    const field = resource.naturalKey.map(argumentName).join(", ");
    return {
      field,
      message: "another row has this name already; rename one of the two where they come from",
    };
  }

  #secondDefault({ kind, oneDefault }: Resource, configuration: JsonObject): Problem | undefined {
    if (oneDefault === undefined || configuration[oneDefault.field] !== true) return undefined;
    const { field, per } = oneDefault;
    const isOther = ({ resource, configuration: other }: Row) =>
      resource.kind === kind &&
      other[field] === true &&
      per.every((name) => other[name] === configuration[name]);
    return this.all.some(isOther) ? { field, message: "another row is the default already" } : undefined;
  }

  #freeLabel({ resource, label }: Draft): string {
    for (let count = 1; ; count += 1) {
      const free = count === 1 ? label : `${label}_${count}`;
      if (this.#labels.has(`${resource.kind} ${free}`)) continue;
      this.#labels.add(`${resource.kind} ${free}`);
      return free;
    }
  }
}

function keyIn(resource: Resource, configuration: JsonObject): string {
  return `${resource.kind} ${naturalKeyOf(resource, configuration)}`;
}

/** The draft as its definition reads it, held against the definition's own rules where its fields are right. */
function parsedDraft({ resource, body, secrets }: Draft): {
  readonly configuration: JsonObject;
  readonly problems: readonly Problem[];
} {
  const names = secrets.map(({ field }): [string, Json] => [field, placeholder]);
  const parsed = parseBody(resource.fields, { ...body, ...Object.fromEntries(names) }, "create");
  const { configuration } = parsed;
  if (parsed.problems.length > 0) return { configuration, problems: parsed.problems };
  const secretsSet = Object.fromEntries(secrets.map(({ field }) => [field, true]));
  const view = { configuration, state: {}, secretsSet };
  return { configuration, problems: resource.check?.(view, undefined, nobody, []) ?? [] };
}

/** Stands for a secret while the row is looked at. */
const placeholder = "secret";
