/** How much the organizations of each plan may have. */
import { type AccountOperation, accountOperation } from "../../../engine/operation.ts";
import { type Plan, plans } from "../../../kernel/access.ts";
import { sameJson } from "../../../kernel/equal.ts";
import { choice, list, object } from "../../../kernel/field.ts";
import { Refusal } from "../../../kernel/problem.ts";
import type { Quotas } from "../../../kernel/quotas.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { operatorAuthor, quotasField, trailOf } from "../../identity/index.ts";
import type { OrganizationsDeps } from "./standing-calls.ts";

const shared = { tag: "operator", credential: "operator", subject: "plan" } as const;
const path = "/api/v1/operator/plans";

export function planCalls(deps: OrganizationsDeps): AccountOperation[] {
  const { organizations, people } = deps;
  const quotas = quotasField(
    people.definitions,
    "How much each organization of the plan may have, unless it has quotas of its own.",
  );
  const shape = object({
    description: "A plan.",
    fields: { plan: choice({ description: "The plan.", choices: plans }), quotas },
  });
  const listed: AccountOperation = {
    ...shared,
    name: "list_plan_quotas",
    title: "List the plans' quotas",
    description: "Lists the plans with their quotas. A plan without quotas has no limits.",
    method: "GET",
    path,
    output: {
      value: object({
        description: "All plans.",
        fields: { data: list({ description: "The plans.", items: shape }) },
      }),
    },
    run: async () => ({ body: { data: plans.map(shownOf(await organizations.planQuotas())) } }),
  };
  const set = accountOperation({
    ...shared,
    name: "set_plan_quotas",
    title: "Set a plan's quotas",
    description:
      "Sets the quotas of a plan, in the place of those that it had. They hold from the next request on, for every organization of the plan. Where there is more than a new quota allows, it stays, and no more is taken.",
    method: "PUT",
    path: `${path}/{plan}`,
    input: { fields: { quotas } },
    output: { value: shape },
    async run(request) {
      const plan = planNamed(request.path.plan ?? "");
      const after = request.body.quotas as Quotas;
      const before = quotasOf(await organizations.planQuotas(), plan);
      if (!sameJson(before as JsonObject, after as JsonObject)) {
        const changes = [{ field: "quotas", before: before as JsonObject, after: after as JsonObject }];
        const context = { action: "set_plan_quotas", resource: shared.subject, rowId: plan, changes };
        await organizations.setPlanQuotas(plan, after, (ids) =>
          trailOf(operatorAuthor(request), ids, context),
        );
      }
      return { body: { plan, quotas: after as JsonObject } };
    },
  });
  return [listed, set];
}

type Known = readonly { readonly plan: Plan; readonly quotas: Quotas }[];

function quotasOf(known: Known, plan: Plan): Quotas {
  return known.find((one) => one.plan === plan)?.quotas ?? {};
}

function shownOf(known: Known) {
  return (plan: Plan) => ({ plan, quotas: quotasOf(known, plan) as JsonObject });
}

function planNamed(named: string): Plan {
  const plan = plans.find((one) => one === named);
  if (plan === undefined)
    throw new Refusal("not_found", `There is no such plan; there are ${plans.join(", ")}.`);
  return plan;
}
