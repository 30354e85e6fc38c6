/** Plans as a client of the REST door makes and applies them. */
import { expect } from "vitest";
import type { Json } from "../../src/kernel/field.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import type { Answer, Send } from "../support/service.ts";

/** Settings as objects and collections as lists, by kind. */
export type Bundle = Readonly<Record<string, Json>>;

export interface PlanOptions {
  readonly set?: string;
  readonly prune?: "none" | "delete" | "detach";
  readonly prune_at_most?: number;
  readonly adopt?: Json;
}

export interface Change {
  readonly resource: string;
  readonly key: JsonObject;
  readonly id: string;
  readonly action: "create" | "update" | "delete" | "adopt" | "detach";
  readonly fields: readonly { readonly path: string; readonly before: Json; readonly after: Json }[];
  readonly secrets: JsonObject;
  readonly managed_by?: { readonly before: string | null; readonly after: string | null };
}

export interface Notice {
  readonly resource: string;
  readonly key: JsonObject | null;
  readonly field: string;
  readonly reason: string;
  readonly message: string;
  readonly index?: number | null;
}

export interface Plan {
  readonly id: string;
  readonly status: "open" | "invalid" | "applied" | "expired";
  readonly set: string | null;
  readonly prune_left: number;
  readonly expires_at: string;
  readonly created_at: string;
  readonly applied_at: string | null;
  readonly summary: Readonly<
    Record<"create" | "update" | "delete" | "adopt" | "detach" | "unchanged", number>
  >;
  readonly changes: readonly Change[];
  readonly problems: readonly Notice[];
  readonly warnings: readonly Notice[];
  readonly effects: {
    readonly rerouted_alerts: {
      readonly data: readonly { readonly title: string; readonly before: Named[]; readonly after: Named[] }[];
    } | null;
  };
}

interface Named {
  readonly name: string;
}

/** Deletes that no test comes near by chance. */
export const manyDeletes = 2_000;

/** Makes plans with what sends to /api/v1. */
export function plannerOf(api: Send) {
  const ask = (bundle: Bundle, options: PlanOptions = {}): Promise<Answer> =>
    api("POST", "plans", { body: { bundle, ...options } });
  const tryApply = (id: string, body: JsonObject = {}): Promise<Answer> =>
    api("POST", `plans/${id}/apply`, { body });

  /** A plan, whatever it says. */
  async function plan(bundle: Bundle, options?: PlanOptions): Promise<Plan> {
    const answer = await ask(bundle, options);
    expect(answer.status, answer.text).toBe(201);
    return answer.body;
  }

  /** A plan that can be applied. */
  async function open(bundle: Bundle, options?: PlanOptions): Promise<Plan> {
    const made = await plan(bundle, options);
    expect([made.status, made.problems], JSON.stringify(made.problems)).toEqual(["open", []]);
    return made;
  }

  async function apply(id: string, body?: JsonObject): Promise<Answer> {
    const answer = await tryApply(id, body);
    expect(answer.status, answer.text).toBe(200);
    return answer;
  }

  return {
    ask,
    plan,
    open,
    tryApply,
    apply,
    /** Plans and applies. */
    async bring(bundle: Bundle, options?: PlanOptions): Promise<Plan> {
      const made = await open(bundle, options);
      await apply(made.id, { allow_deletes: manyDeletes });
      return made;
    },
    async undo(id: string): Promise<Plan> {
      const answer = await api("POST", `plans/${id}/undo`, {});
      expect(answer.status, answer.text).toBe(201);
      return answer.body;
    },
    async exported(): Promise<Bundle> {
      const answer = await api("GET", "config/export?format=json");
      expect(answer.status, answer.text).toBe(200);
      return answer.body;
    },
  };
}

/** A bundle in which the order of rows does not count. */
export function unordered(bundle: Bundle): Bundle {
  return Object.fromEntries(
    Object.entries(bundle).map(([kind, rows]) => [
      kind,
      Array.isArray(rows) ? [...rows].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) : rows,
    ]),
  );
}

/** What is wrong with a plan, in short: kind, index, field and reason of each problem. */
export function problemsOf(plan: Plan): (string | number | null)[][] {
  return plan.problems.map(({ resource, index = null, field, reason }) => [resource, index, field, reason]);
}
