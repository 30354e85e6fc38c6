/** What the service answers about plans, as the commands read it. */
import type { appliedFields, driftFields, planFields } from "../../features/changes/plans/shapes.ts";
import type { Json } from "../../kernel/field.ts";
import type { Flat, ObjectValueOf } from "../../kernel/row-types.ts";
import type { JsonObject } from "../../kernel/validate.ts";

/** What these commands need of each answer; one without is not the service's. */
const differenceShape = {
  summary: "object",
  changes: "list",
  problems: "list",
  warnings: "list",
  effects: "object",
  refusals: "list",
} as const;
export const planShape = {
  id: "string",
  status: "string",
  expires_at: "string",
  ...differenceShape,
} as const;
export const driftShape = { plan_id: "string", drifted: "boolean", ...differenceShape } as const;
export const appliedShape = { id: "string", status: "string", summary: "object", changes: "list" } as const;

export type Plan = ObjectValueOf<typeof planFields>;
export type Drift = ObjectValueOf<typeof driftFields>;
export type Applied = ObjectValueOf<typeof appliedFields>;

/** What a plan and a drift have in common. */
export type Difference = Pick<Plan, "summary" | "changes" | "problems" | "warnings" | "effects" | "refusals">;
export type Reroutes = NonNullable<Difference["effects"]["rerouted_alerts"]>;
export type OnCall = NonNullable<Difference["effects"]["on_call"]>;
export type Replay = NonNullable<Difference["effects"]["replay"]>;
export type Summary = Difference["summary"];
export type Notice = Difference["warnings"][number] & { readonly index?: number | null };

/** Who changed a row last, as its history says it. */
export interface LastChange {
  readonly sequence: number;
  readonly at: string;
  readonly actor: { readonly kind: string; readonly name: string };
  readonly door: string;
  readonly action: string;
}

/** A field that changes. A create has no value before, a delete none after. */
export interface FieldChange {
  readonly path: string;
  readonly before?: Json;
  readonly after?: Json;
}

/** The members of open objects are values of any kind, which their declared shape cannot say. */
export type Change = Flat<
  Omit<Difference["changes"][number], "key" | "fields" | "secrets"> & {
    readonly key: JsonObject;
    readonly fields: readonly FieldChange[];
    readonly secrets: { readonly [field: string]: Json };
  }
>;
