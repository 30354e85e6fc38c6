/** How a kind is declared: what its file says, checked against the kind's own types, and what is filled in. */
import type { Level } from "./access.ts";
import type { ExampleFor, ExampleStateFor } from "./example.ts";
import { type BooleanField, computed, type Fields, text, timestamp } from "./field.ts";
import type { TextField } from "./field-types.ts";
import type {
  Collection,
  Group,
  Kind,
  Looks,
  OrganizationColumns,
  Prepared,
  RuleContext,
  Setting,
  Verb,
  View,
} from "./kind.ts";
import type {
  Configuration,
  ConfigurationName,
  DerivedName,
  DerivedValues,
  Flat,
  HiddenFields,
  NameOf,
  SecretName,
  StateValues,
} from "./row-types.ts";
import { singularOf } from "./words.ts";

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
  /** The next moment at which `derive` says something else, by time alone; undefined for never. */
  derivedUntil?(row: KindView<F, H>, now: Date): Date | undefined;
  /**
   * One row as somebody would write it, accepted by the kind's own rules: the body of its create, for a setting of
   * its save. The API's description, Terraform's pages and the tests' samples are made from it.
   */
  readonly example: ExampleFor<NoInfer<F>>;
  /** What the service fills in of that row, where the defaults would show a reader nothing. */
  readonly exampleState?: ExampleStateFor<NoInfer<F>>;
}

type KindView<F, H> = View<Configuration<F>, Flat<StateValues<F, NoInfer<H>>>, SecretName<F>>;

/** A kind with derived fields has to derive them, and to say how long what it says holds. */
type Derives<F> = [DerivedName<F>] extends [never]
  ? unknown
  : { readonly derive: unknown; readonly derivedUntil: unknown };

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
> extends Shape<K, F, H, C, S, D>,
    Pick<
      Kind,
      | "asks"
      | "bundledAs"
      | "decides"
      | "derivedId"
      | "refusals"
      | "deleteAnswer"
      | "deletedByKey"
      | "notifies"
      | "endsAlerts"
    > {
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
   * longest. Without them the list shows the natural key, the states, and what fits next to them.
   */
  readonly listColumns?: readonly (keyof F & string)[];
  readonly verbs?: readonly Verb[];
  readonly actionNames?: Partial<Record<Verb, string>>;
  readonly keyHeld?: {
    readonly until: NoInfer<NameOf<F, StateTime>>;
  };
  readonly oneDefault?: {
    readonly field: NoInfer<NameOf<F, BooleanField>>;
    readonly per: readonly NoInfer<ConfigurationName<F>>[];
  };
  readonly peers?: readonly NoInfer<ConfigurationName<F>>[];
  readonly serviceUnique?: NoInfer<ConfigurationName<F>>;
}

/** A computed field that keeps a moment in the row's state. */
interface StateTime {
  readonly type: "computed";
  readonly from: "state";
  readonly shape: { readonly type: "timestamp" };
}

interface SettingShape<
  K extends string,
  F extends Fields,
  H extends HiddenFields,
  C extends string,
  S extends string,
  D extends string,
> extends Shape<K, F, H, C, S, D>,
    Pick<Kind, "asks" | "decides"> {
  readonly verbs?: readonly Verb[];
  readonly serviceUnique?: NoInfer<ConfigurationName<F>>;
  organization?(configuration: Configuration<F>): OrganizationColumns;
  initial?(organization: { readonly name: string }): Partial<Configuration<F>>;
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
    order: shape.order ?? "natural_key",
    implicit: {
      id: computed({
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
        from: "state",
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
        ? { ...field, oneLine: true, composed: true, ...(isName(field) ? { trimmed: true } : {}) }
        : field,
    ]),
  );
}

/** A format says itself what stands at the ends. */
function isName({ format, verbatim }: TextField): boolean {
  return format === undefined && !verbatim;
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
    order: "natural_key",
    implicit: {
      updated_at: computed({
        description: "When it was last saved (RFC 3339, UTC); null until the first time.",
        shape: timestamp({ description: "When it was last saved.", nullable: true }),
        movedBy: "any change",
        from: "state",
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
