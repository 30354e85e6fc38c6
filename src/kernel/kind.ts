/**
 * What a kind of resource says about itself. A definition is data and pure rules; the engine reads it,
 * every surface projects it, and no other file needs to know that the kind exists.
 */
import type { Level } from "./access.ts";
import type { Example, ExampleFor, ExampleStateFor } from "./example.ts";
import { type BooleanField, computed, type Fields, text, timestamp } from "./field.ts";
import type { Configuration, Flat } from "./field-values.ts";
import type { Problem } from "./problem.ts";
import type {
  ConfigurationName,
  DerivedName,
  DerivedValues,
  HiddenFields,
  NameOf,
  SecretName,
  StateValues,
  View,
} from "./row-types.ts";
import { singularOf } from "./singular.ts";
import type { Pieces } from "./time-slices.ts";
import type { JsonObject } from "./validate.ts";

export type { View } from "./row-types.ts";

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

/** Who writes, and from where. */
export interface Origin {
  readonly actor: Actor;
  /** The address that the request came from, where it came over a network. */
  readonly address: string | undefined;
}

/** Everything a pure rule may ask about the moment of the write. */
export interface RuleContext extends Origin {
  readonly now: Date;
}

/** A look at a row that takes long. */
export interface Examination {
  /** What is looked at. What is found follows from it alone, so that a write looks once at each text. */
  readonly text: string;
  readonly work: Pieces<unknown>;
}

/** Rules that only look, over the kind's configuration `C`, its state `S` and the names `N` of its secrets. */
interface Looks<C, S, N extends string> {
  /** Every problem of the row that would be stored, whenever that is; `before` is undefined at creation. */
  check?(
    after: View<C, S, N>,
    before: View<C, S, N> | undefined,
    origin: Origin,
    peers: readonly C[],
  ): Problem[];
  /** What is wrong with the row at this hour. What is checked long before a write, as by `terraform validate`, is not asked this. */
  checkTime?(after: View<C, S, N>, before: View<C, S, N> | undefined, now: Date): Problem[];
  /** Looks at the row where that takes long: other requests are answered at its pauses. `prepare` is given what it found. */
  examine?(after: View<C, S, N>, before: View<C, S, N> | undefined): Examination | undefined;
}

/** The rules of any kind, as the engine calls them. */
export interface Rules extends Looks<JsonObject, JsonObject, string> {
  /** What follows from the write: state to store with it, or settings that the rules themselves move. */
  prepare?(
    after: View,
    before: View | undefined,
    context: RuleContext,
    examined: unknown,
  ): Prepared<JsonObject, JsonObject>;
  /** Values of the `derived` computed fields, at `now`. */
  derive?(row: View, now: Date): JsonObject;
}

interface Prepared<C, S> {
  readonly configuration?: C;
  readonly state?: S;
}

/**
 * What a definition is made of. Its rules see the kind's own types; `C`, `S` and `D` are the names that `prepare`
 * and `derive` were found to set, so that a name that is no field's is an error.
 */
interface Shape<
  K extends string,
  F extends Fields,
  H extends HiddenFields,
  C extends string,
  S extends string,
  D extends string,
> extends Looks<Configuration<F>, Flat<StateValues<F, NoInfer<H>>>, SecretName<F>> {
  /** The path segment and the name everywhere else: `alert_routes`. */
  readonly kind: K;
  readonly title: string;
  readonly group: Group;
  /** For people and models: what the thing is, when one reaches for it. */
  readonly description: string;
  /** The level that writes need; reads need `read`. */
  readonly level: Exclude<Level, "read">;
  readonly fields: F;
  /** What is kept in the row's state and shown to nobody. */
  readonly hiddenState?: H;
  prepare?(
    after: KindView<F, H>,
    before: KindView<F, H> | undefined,
    context: RuleContext,
    examined: unknown,
  ): Prepared<
    Partial<Configuration<F>> & Only<C, Configuration<F>, "is no setting">,
    StateValues<F, NoInfer<H>> & Only<S, StateValues<F, NoInfer<H>>, "is not kept as state">
  >;
  derive?(
    row: KindView<F, H>,
    now: Date,
  ): DerivedValues<F> & Only<D, DerivedValues<F>, "is no derived field">;
  /**
   * One row as somebody would write it, accepted by the kind's own rules: the body of its create, for a setting of
   * its save. The API's description, Terraform's pages and the tests' samples are made from it.
   */
  readonly example: ExampleFor<NoInfer<F>>;
  /** What the service fills in of that row, where the defaults would tell a reader nothing. */
  readonly exampleState?: ExampleStateFor<NoInfer<F>>;
}

type KindView<F, H> = View<Configuration<F>, Flat<StateValues<F, NoInfer<H>>>, SecretName<F>>;

/** A kind with derived fields has to derive them. */
type Derives<F> = [DerivedName<F>] extends [never] ? unknown : { readonly derive: unknown };

/** Of these names, those that `Known` has not are an error, which says `Why`. */
type Only<Name extends string, Known, Why extends string> = {
  readonly [K in Name]?: K extends keyof Known ? unknown : `${K} ${Why}`;
};

interface CollectionShape<
  K extends string,
  F extends Fields,
  H extends HiddenFields,
  C extends string,
  S extends string,
  D extends string,
> extends Shape<K, F, H, C, S, D> {
  readonly idPrefix?: string;
  /** Settable fields whose values no two rows share. */
  readonly naturalKey: readonly NoInfer<ConfigurationName<F>>[];
  readonly otherKey?: readonly NoInfer<ConfigurationName<F>>[];
  /** By position needs a field `position`. */
  readonly order?: F extends { readonly position: { readonly type: "integer" } }
    ? Kind["order"]
    : Exclude<Kind["order"], "position">;
  /**
   * The fields that the console's list shows. The first column names the row, the next two stay on a narrow screen
   * longest. Without them the list shows the natural key, the states, and what fits beside them.
   */
  readonly listColumns?: readonly (keyof F & string)[];
  readonly verbs?: readonly Verb[];
  readonly actionNames?: Partial<Record<Verb, string>>;
  readonly keyHeld?: {
    readonly until: NoInfer<NameOf<F, StateTime>>;
    readonly while: NoInfer<NameOf<F, DerivedBoolean>>;
  };
  readonly oneDefault?: {
    readonly field: NoInfer<NameOf<F, BooleanField>>;
    readonly per: readonly NoInfer<ConfigurationName<F>>[];
  };
  readonly peers?: readonly NoInfer<ConfigurationName<F>>[];
  readonly derivedId?: Kind["derivedId"];
  readonly serviceUnique?: NoInfer<ConfigurationName<F>>;
  readonly refusals?: Kind["refusals"];
  readonly deleteAnswer?: Fields;
  readonly deletedByKey?: true;
}

/** A computed field that keeps a moment in the row's state. */
interface StateTime {
  readonly type: "computed";
  readonly from: "state";
  readonly shape: { readonly type: "timestamp" };
}

/** A computed field that tells something of the row as it is at this moment. */
interface DerivedBoolean {
  readonly type: "computed";
  readonly from: "derived";
  readonly shape: { readonly type: "boolean" };
}

interface SettingShape<
  K extends string,
  F extends Fields,
  H extends HiddenFields,
  C extends string,
  S extends string,
  D extends string,
> extends Shape<K, F, H, C, S, D> {
  readonly verbs?: readonly Verb[];
  readonly serviceUnique?: NoInfer<ConfigurationName<F>>;
  organization?(configuration: Configuration<F>): OrganizationColumns;
  initial?(organization: { readonly name: string }): Partial<Configuration<F>>;
}

/** A definition with everything filled in: what the engine and the surfaces work with. */
export interface Kind extends Rules {
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
  /** What is kept in the row's state and shown to nobody. */
  readonly hiddenState: HiddenFields;
  /** The read-only fields that every row of the shape carries. */
  readonly implicit: Fields;
  readonly example: Example;
  readonly exampleState: JsonObject;
  readonly idPrefix: string;
  readonly naturalKey: readonly string[];
  /** Where a row lacks a part of its natural key, these fields are its key instead; see natural-key.ts. */
  readonly otherKey?: readonly string[] | undefined;
  /** Whether a set may own rows of the kind, so that its lists take `managed_by`. */
  readonly ownable: boolean;
  /** The columns of the console's list, where the kind names them. */
  readonly listColumns: readonly string[] | undefined;
  /** How lists are sorted: by natural key, by `position` and then natural key, or newest first. */
  readonly order: "natural_key" | "position" | "newest_first";
  /**
   * Where the row's natural key is free for another row after a while: the state field with that moment, and the
   * derived field that is true until then.
   */
  readonly keyHeld: { readonly until: string; readonly while: string } | undefined;
  /** At most one row has `field` true among those that agree on `per`; a new one demotes the old. */
  readonly oneDefault: { readonly field: string; readonly per: readonly string[] } | undefined;
  /** Rows that agree on these fields are read under a lock and given to `check`. */
  readonly peers: readonly string[] | undefined;
  /** Ids made from the natural key; an update of a row that is not there creates it. */
  readonly derivedId:
    | {
        readonly format: (key: readonly string[]) => string;
        /** The key that an id stands for; undefined when no row could have this id. */
        readonly parse: (id: string) => JsonObject | undefined;
        /** What every id is, for the refusal of one that no row could have. */
        readonly rule: string;
      }
    | undefined;
  /** A field whose value no two organizations share. */
  readonly serviceUnique: string | undefined;
  /** Columns of the organization itself that follow this setting in the same transaction. */
  organization?(configuration: JsonObject): OrganizationColumns;
  /** What a setting that was never saved holds where the fields' own defaults do not say. */
  initial?(organization: { readonly name: string }): JsonObject;
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

/** A definition that keeps its kind's types; see row-types.ts for what follows from them. */
export interface Collection<K extends string, F extends Fields, H extends HiddenFields = Record<never, never>>
  extends Kind {
  readonly kind: K;
  readonly shape: "collection";
  readonly fields: F;
  readonly hiddenState: H;
}

export interface Setting<K extends string, F extends Fields, H extends HiddenFields = Record<never, never>>
  extends Kind {
  readonly kind: K;
  readonly shape: "setting";
  readonly fields: F;
  readonly hiddenState: H;
}

export interface OrganizationColumns {
  readonly name: string;
  readonly ipAllowlist: readonly string[];
  readonly sessionTtlHours: number;
}

/** Declares a kind with many rows. Everything else about it is derived from what is said here. */
export function defineCollection<
  const K extends string,
  const F extends Fields,
  const H extends HiddenFields = Record<never, never>,
  C extends string = never,
  S extends string = never,
  D extends string = never,
>(shape: CollectionShape<K, F, H, C, S, D> & Derives<F>): Collection<K, F, NoInfer<H>> {
  const routine = { from: "state", routine: true } as const;
  const singular = singularOf(shape.kind);
  return {
    ...shape,
    fields: withNames(shape.fields, shape.naturalKey),
    hiddenState: shape.hiddenState ?? {},
    shape: "collection",
    singular,
    actionNames: { ...actionNames(shape.kind, singular), ...shape.actionNames },
    verbs: shape.verbs ?? ["list", "get", "create", "update", "delete"],
    idPrefix: shape.idPrefix ?? "",
    exampleState: shape.exampleState ?? {},
    ownable: true,
    listColumns: shape.listColumns,
    order: shape.order ?? "natural_key",
    keyHeld: shape.keyHeld,
    oneDefault: shape.oneDefault,
    peers: shape.peers,
    derivedId: shape.derivedId,
    serviceUnique: shape.serviceUnique,
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
        movedBy: "any change",
        ...routine,
      }),
    },
    // The rules take only this kind's rows, and the engine calls them with no others: the compiler cannot know.
  } as unknown as Collection<K, F, NoInfer<H>>;
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
export function defineSetting<
  const K extends string,
  const F extends Fields,
  const H extends HiddenFields = Record<never, never>,
  C extends string = never,
  S extends string = never,
  D extends string = never,
>(shape: SettingShape<K, F, H, C, S, D> & Derives<F>): Setting<K, F, NoInfer<H>> {
  return {
    ...shape,
    shape: "setting",
    hiddenState: shape.hiddenState ?? {},
    singular: shape.kind,
    actionNames: actionNames(shape.kind, shape.kind),
    verbs: shape.verbs ?? ["get", "update"],
    idPrefix: "",
    exampleState: shape.exampleState ?? {},
    ownable: true,
    naturalKey: [],
    listColumns: undefined,
    order: "natural_key",
    keyHeld: undefined,
    oneDefault: undefined,
    peers: undefined,
    derivedId: undefined,
    serviceUnique: shape.serviceUnique,
    refusals: undefined,
    deleteAnswer: undefined,
    deletedByKey: undefined,
    implicit: {
      updated_at: computed({
        description: "When it was last saved (RFC 3339, UTC); null until the first time.",
        shape: timestamp({ description: "When it was last saved.", nullable: true }),
        movedBy: "any change",
        from: "state",
        routine: true,
      }),
    },
    // As above: the rules take only this kind's rows.
  } as unknown as Setting<K, F, NoInfer<H>>;
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
export function fieldsOf(definition: Kind): Fields {
  let fields = allFields.get(definition);
  if (fields === undefined) {
    const { id, ...times } = definition.implicit;
    fields = { ...(id === undefined ? {} : { id }), ...definition.fields, ...times };
    allFields.set(definition, fields);
  }
  return fields;
}

/** Every write asks for them. */
const allFields = new WeakMap<Kind, Fields>();
