/**
 * What a kind of resource says about itself. A definition is data and pure rules; the engine reads it,
 * every surface projects it, and no other file needs to know that the kind exists.
 */
import type { Level } from "./access.ts";
import type { Example } from "./example.ts";
import type { Fields } from "./field.ts";
import { given } from "./given.ts";
import type { Problem } from "./problem.ts";
import type { HiddenFields, View } from "./row-types.ts";
import type { Pieces } from "./time-slices.ts";
import type { JsonObject } from "./validate.ts";

export type { View } from "./row-types.ts";

export type Verb = "list" | "get" | "create" | "update" | "delete";

/** The console's sidebar and MCP's toolsets speak of kinds in these groups. */
export type Group =
  | "Alerting"
  | "On call"
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

/** Who writes, and when: `now` is undefined where the write may come at any time, as for `terraform validate`. */
export interface Moment extends Origin {
  readonly now: Date | undefined;
  /** The row was deleted and is made again as it was: what was right then is not judged by this hour. */
  readonly comesBack?: boolean | undefined;
}

/** Of a row that is looked at before anybody writes it. */
export const anyMoment: Moment = {
  actor: { kind: "service", id: "", name: "" },
  address: undefined,
  now: undefined,
};

/** A look at a row that takes long. */
export interface Examination {
  /** What is looked at. What is found follows from it alone, so that a write looks once at each text. */
  readonly text: string;
  readonly work: Pieces<unknown>;
}

/** Rules that only look, over the kind's configuration `C`, its state `S` and the names `N` of its secrets. */
export interface Looks<C, S, N extends string> {
  /**
   * Every problem of the row that would be stored; `before` is undefined at creation. What depends on the hour is a
   * problem only where the moment has one.
   */
  check?(
    after: View<C, S, N>,
    before: View<C, S, N> | undefined,
    moment: Moment,
    peers: readonly C[],
  ): Problem[];
  /**
   * Looks at the row where that takes long: other requests are answered at its pauses. `prepare` is given what it found,
   * so that it is a rule as that is, and no hook.
   */
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
  /** The next moment at which `derive` says something else, by time alone; undefined for never. */
  derivedUntil?(row: View, now: Date): Date | undefined;
}

export interface Prepared<C, S> {
  readonly configuration?: C;
  readonly state?: S;
}

/** A definition with everything filled in: what the engine and the surfaces work with. */
export interface Kind extends Rules {
  readonly kind: string;
  /** `team` for `teams`; a setting keeps its kind. */
  readonly singular: string;
  /** A change of its rows may make behaviour tests fail, so that its writes take `override_tests`. */
  readonly decides?: true | undefined;
  /** A write of a row may end or silence something: MCP and the console ask before one that does. So may those that decide. */
  readonly asks?: true | undefined;
  /** The verbs that may have people notified at once: of the row, of alerts that end with it, or of what waited for it. */
  readonly notifies?: readonly Verb[] | undefined;
  /** Switching a row off ends its open alerts, and nothing opens them again. */
  readonly endsAlerts?: true | undefined;
  /** Another name that bundles may give its rows. */
  readonly bundledAs?: string | undefined;
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
  /** What is kept in the row's state and shown to nobody. The types of a row follow from it, so that no hook can say it. */
  readonly hiddenState: HiddenFields;
  /** The read-only fields that every row of the shape carries. */
  readonly implicit: Fields;
  readonly example: Example;
  readonly exampleState: JsonObject;
  readonly idPrefix: string;
  readonly naturalKey: readonly string[];
  /**
   * Where a row lacks a part of its natural key, those of these fields that it has are its key instead
   * (natural-key.ts). The provider and the console name rows by it too, so that it is data and no hook.
   */
  readonly otherKey?: readonly string[] | undefined;
  /** Whether a set may own rows of the kind, so that its lists take `managed_by`. */
  readonly ownable: boolean;
  /** The columns of the console's list, where the kind names them. */
  readonly listColumns?: readonly string[] | undefined;
  /** How lists are sorted: by natural key, by `position` and then natural key, or newest first. */
  readonly order: "natural_key" | "position" | "newest_first";
  /**
   * Where the row's natural key is free for another row after a while: the state field with that moment, null for
   * never. The commit of the row stores it, and the provider finds the row by it.
   */
  readonly keyHeld?: { readonly until: string } | undefined;
  /** At most one row has `field` true among those that agree on `per`; a new one demotes the old. */
  readonly oneDefault?: { readonly field: string; readonly per: readonly string[] } | undefined;
  /** Rows that agree on these fields are read under a lock and given to `check`. The lock is taken before the row is read. */
  readonly peers?: readonly string[] | undefined;
  /** Ids made from the natural key; an update of a row that is not there creates it. The provider and the API's pages read it. */
  readonly derivedId?:
    | {
        readonly format: (key: readonly string[]) => string;
        /** The key that an id stands for; undefined when no row could have this id. */
        readonly parse: (id: string) => JsonObject | undefined;
        /** What every id is, for the refusal of one that no row could have. */
        readonly rule: string;
      }
    | undefined;
  /** A field whose value no two organizations share: the commit of the row takes the value. */
  readonly serviceUnique?: string | undefined;
  /** Columns of the organization itself that follow this setting: the commit of the row writes them. */
  organization?(configuration: JsonObject): OrganizationColumns;
  /** What a setting that was never saved holds where the fields' own defaults do not say. Reads ask it, and a read calls no hook for it. */
  initial?(organization: { readonly name: string }): JsonObject;
  /** Updates that are refused although they are harmless, where the contract says so. */
  readonly refusals?: { readonly empty?: true; readonly sameKey?: true } | undefined;
  /**
   * Where a delete answers the list of rows that are left instead of `{id, deleted}`: the members that
   * are next to the list's own. The kind's hook makes the answer; every description of the call has its shape.
   */
  readonly deleteAnswer?: Fields | undefined;
  /** Where there is no path to name a row in, its natural key names the row to delete: nobody knows its id. MCP's tools have it in their schema. */
  readonly deletedByKey?: true | undefined;
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
  readonly secondFactorRequired: boolean;
}

/** All fields of a row as answers show them, in order: id, the kind's own, then times. */
export function fieldsOf(definition: Kind): Fields {
  let fields = allFields.get(definition);
  if (fields === undefined) {
    const { id, ...times } = definition.implicit;
    fields = { ...given({ id }), ...definition.fields, ...times };
    allFields.set(definition, fields);
  }
  return fields;
}

/** Every write asks for them. */
const allFields = new WeakMap<Kind, Fields>();
