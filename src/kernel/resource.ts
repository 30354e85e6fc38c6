/**
 * What a kind of resource says about itself. A definition is data and pure rules; the engine reads it,
 * every surface projects it, and no other file needs to know that the kind exists.
 */
import type { Level } from "./access.ts";
import type { Example, ExampleFor, ExampleStateFor } from "./example.ts";
import { type Configuration, computed, type Fields, text, timestamp } from "./field.ts";
import type { Pieces } from "./pieces.ts";
import type { Problem } from "./problem.ts";
import { singularOf } from "./singular.ts";
import type { JsonObject } from "./validate.ts";

export type Verb = "list" | "get" | "create" | "update" | "delete";

/** The console's sidebar and MCP's toolsets speak of kinds in these groups. */
export type Group =
  | "Alerting"
  | "Reliability"
  | "Deploys"
  | "Status page"
  | "Integrations"
  | "AI"
  | "Organization"
  | "Developers";

/** Who made a change, as the audit record keeps it. */
export interface Actor {
  readonly kind: "key" | "user" | "token" | "operator" | "service";
  readonly id: string;
  readonly name: string;
}

/** Everything a pure rule may ask about the moment of the write. */
export interface Moment {
  readonly now: Date;
  readonly actor: Actor;
  /** The address that the request came from, where it came over a network. */
  readonly address: string | undefined;
}

/** A row as rules see it: settings and state, and of secrets only which are set. */
export interface View<C> {
  readonly configuration: C;
  readonly state: JsonObject;
  readonly secretsSet: Readonly<Record<string, boolean>>;
}

/** A look at a row that takes long. */
export interface Examination {
  /** What is looked at. What is found follows from it alone, so that a write looks once at each text. */
  readonly text: string;
  readonly work: Pieces<unknown>;
}

export interface Rules<C> {
  /** Every problem of the row that would be stored; `before` is undefined at creation. */
  check?(after: View<C>, before: View<C> | undefined, moment: Moment, neighbours: readonly C[]): Problem[];
  /** Looks at the row where that takes long: other requests are answered at its pauses. `prepare` is given what it found. */
  examine?(after: View<C>, before: View<C> | undefined): Examination | undefined;
  /** What follows from the write: state to store with it, or settings that the rules themselves move. */
  prepare?(
    after: View<C>,
    before: View<C> | undefined,
    moment: Moment,
    examined: unknown,
  ): { readonly configuration?: Partial<C>; readonly state?: JsonObject };
  /** Values of the `derived` computed fields, at `now`. */
  derive?(row: View<C>, now: Date): JsonObject;
}

interface Shape<F extends Fields> extends Rules<Configuration<F>> {
  /** The path segment and the name everywhere else: `alert_routes`. */
  readonly kind: string;
  readonly title: string;
  readonly group: Group;
  /** For people and models: what the thing is, when one reaches for it. */
  readonly description: string;
  /** The level that writes need; reads need `read`. */
  readonly level: Exclude<Level, "read">;
  readonly fields: F;
  /**
   * One row as somebody would write it, accepted by the kind's own rules: the body of its create, for a setting of
   * its save. The API's description, Terraform's pages and the tests' samples are made from it.
   */
  readonly example: ExampleFor<NoInfer<F>>;
  /** What the service fills in of that row, where the defaults would tell a reader nothing. */
  readonly exampleState?: ExampleStateFor<NoInfer<F>>;
}

interface CollectionShape<F extends Fields> extends Shape<F> {
  readonly idPrefix?: string;
  /** Settable fields whose values no two rows share. */
  readonly naturalKey: readonly (keyof F & string)[];
  /**
   * The fields that the console's list shows. The first column names the row, the next two stay on a narrow screen
   * longest. Without them the list shows the natural key, the states, and what fits beside them.
   */
  readonly listColumns?: readonly (keyof F & string)[];
  readonly order?: Resource["order"];
  readonly verbs?: readonly Verb[];
  readonly actionNames?: Partial<Record<Verb, string>>;
  readonly keyHeldUntil?: string;
  readonly oneDefault?: Resource["oneDefault"];
  readonly neighbours?: Resource["neighbours"];
  readonly derivedId?: Resource["derivedId"];
  readonly serviceUnique?: string;
  readonly refusals?: Resource["refusals"];
  readonly deleteAnswer?: Fields;
  readonly deletedByKey?: true;
}

interface SettingShape<F extends Fields> extends Shape<F> {
  readonly verbs?: readonly Verb[];
  readonly serviceUnique?: string;
  readonly organization?: (configuration: Configuration<F>) => OrganizationColumns;
  readonly initial?: (organization: { readonly name: string }) => Partial<Configuration<F>>;
}

/** A definition with everything filled in: what the engine and the surfaces work with. */
export interface Resource extends Rules<JsonObject> {
  readonly kind: string;
  /** `team` for `teams`; a setting keeps its kind. */
  readonly singular: string;
  readonly title: string;
  readonly group: Group;
  readonly description: string;
  readonly shape: "collection" | "setting";
  readonly level: Exclude<Level, "read">;
  readonly verbs: readonly Verb[];
  /** What each verb's action is called: by MCP as a tool, by the audit log, by the console. */
  readonly actionNames: Readonly<Record<Verb, string>>;
  /** The kind's own fields, in the order in which they are shown. */
  readonly fields: Fields;
  /** The read-only fields that every row of the shape carries. */
  readonly implicit: Fields;
  readonly example: Example;
  readonly exampleState: JsonObject;
  readonly idPrefix: string;
  readonly naturalKey: readonly string[];
  /** The columns of the console's list, where the kind names them. */
  readonly listColumns: readonly string[] | undefined;
  /** How lists are sorted: by natural key, by `position` and then natural key, or newest first. */
  readonly order: "natural_key" | "position" | "newest_first";
  /** The state field with the moment after which the row's natural key is free for another row. */
  readonly keyHeldUntil: string | undefined;
  /** At most one row has `field` true among those that agree on `per`; a new one demotes the old. */
  readonly oneDefault: { readonly field: string; readonly per: readonly string[] } | undefined;
  /** Rows that agree on these fields are read under a lock and given to `check`. */
  readonly neighbours: readonly string[] | undefined;
  /** Ids made from the natural key; an update of a row that is not there creates it. */
  readonly derivedId:
    | {
        readonly format: (key: readonly string[]) => string;
        /** The key that an id stands for; undefined when no row could have this id. */
        readonly parse: (id: string) => JsonObject | undefined;
      }
    | undefined;
  /** A field whose value no two organizations share. */
  readonly serviceUnique: string | undefined;
  /** Columns of the organization itself that follow this setting in the same transaction. */
  readonly organization: ((configuration: JsonObject) => OrganizationColumns) | undefined;
  /** What a setting that was never saved holds where the fields' own defaults do not say. */
  readonly initial: ((organization: { readonly name: string }) => JsonObject) | undefined;
  /** Updates that are refused although they are harmless, where the contract says so. */
  readonly refusals: { readonly empty?: true; readonly sameKey?: true } | undefined;
  /**
   * Where a delete answers the list of rows that are left instead of `{id, deleted}`: the members that
   * stand beside the list's own. The kind's capability makes the answer.
   */
  readonly deleteAnswer: Fields | undefined;
  /** Where there is no path to name a row in, its natural key names the row to delete: nobody knows its id. */
  readonly deletedByKey: true | undefined;
}

export interface OrganizationColumns {
  readonly name: string;
  readonly ipAllowlist: readonly string[];
  readonly sessionTtlHours: number;
}

/** Declares a kind with many rows. Everything else about it is derived from what is said here. */
export function defineCollection<const F extends Fields>(shape: CollectionShape<F>): Resource {
  const routine = { from: "state", routine: true } as const;
  const singular = singularOf(shape.kind);
  return {
    ...shape,
    fields: withNames(shape.fields, shape.naturalKey),
    shape: "collection",
    singular,
    actionNames: { ...actionNames(shape.kind, singular), ...shape.actionNames },
    verbs: shape.verbs ?? ["list", "get", "create", "update", "delete"],
    idPrefix: shape.idPrefix ?? "",
    exampleState: shape.exampleState ?? {},
    listColumns: shape.listColumns,
    order: shape.order ?? "natural_key",
    keyHeldUntil: shape.keyHeldUntil,
    oneDefault: shape.oneDefault,
    neighbours: shape.neighbours,
    derivedId: shape.derivedId,
    serviceUnique: shape.serviceUnique,
    organization: undefined,
    initial: undefined,
    refusals: shape.refusals,
    deleteAnswer: shape.deleteAnswer,
    deletedByKey: shape.deletedByKey,
    implicit: {
      id: computed({
        description: "The row's id.",
        shape: text({ description: "The row's id.", max: 512 }),
        from: "state",
        routine: false,
      }),
      created_at: computed({
        description: "When the row was made (RFC 3339, UTC).",
        shape: timestamp({ description: "When the row was made." }),
        from: "state",
        routine: false,
      }),
      updated_at: computed({
        description: "When its settings last changed (RFC 3339, UTC).",
        shape: timestamp({ description: "When its settings last changed." }),
        ...routine,
      }),
    },
  } as unknown as Resource; // erases the kind's own types: the engine handles every kind alike
}

/**
 * The fields, with every text of the natural key held to be a name: people read it in lists and mails, and
 * Terraform imports the row by it.
 */
function withNames(fields: Fields, naturalKey: readonly string[]): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      field.type === "text" && naturalKey.includes(name)
        ? { ...field, oneLine: true, composed: true }
        : field,
    ]),
  );
}

/** Declares a kind that every organization has exactly once. */
export function defineSetting<const F extends Fields>(shape: SettingShape<F>): Resource {
  return {
    ...shape,
    shape: "setting",
    singular: shape.kind,
    actionNames: actionNames(shape.kind, shape.kind),
    verbs: shape.verbs ?? ["get", "update"],
    idPrefix: "",
    exampleState: shape.exampleState ?? {},
    naturalKey: [],
    listColumns: undefined,
    order: "natural_key",
    keyHeldUntil: undefined,
    oneDefault: undefined,
    neighbours: undefined,
    derivedId: undefined,
    serviceUnique: shape.serviceUnique,
    organization: shape.organization,
    initial: shape.initial,
    refusals: undefined,
    deleteAnswer: undefined,
    deletedByKey: undefined,
    implicit: {
      updated_at: computed({
        description: "When it was last saved (RFC 3339, UTC); null until the first time.",
        shape: timestamp({ description: "When it was last saved.", nullable: true }),
        from: "state",
        routine: true,
      }),
    },
  } as unknown as Resource; // erases the kind's own types: the engine handles every kind alike
}

function actionNames(kind: string, singular: string): Record<Verb, string> {
  return {
    list: `list_${kind}`,
    get: `get_${singular}`,
    create: `create_${singular}`,
    update: `update_${singular}`,
    delete: `delete_${singular}`,
  };
}

/** All fields of a row as answers show them, in order: id, the kind's own, then times. */
export function fieldsOf(resource: Resource): Fields {
  let fields = allFields.get(resource);
  if (fields === undefined) {
    const { id, ...times } = resource.implicit;
    fields = { ...(id === undefined ? {} : { id }), ...resource.fields, ...times };
    allFields.set(resource, fields);
  }
  return fields;
}

/** Every write asks for them. */
const allFields = new WeakMap<Resource, Fields>();
