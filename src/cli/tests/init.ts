/** The first tests of a set-up, written from what it does: whom each route notifies, and what each freeze holds. Pure. */
import { evaluate, type TestedRows, testsOf } from "../../features/changes/behaviour-tests/pure.ts";
import { atOnce } from "../../kernel/time-slices.ts";
import { parseTimestamp } from "../../kernel/timestamps.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import { sampleOfTexts } from "../../renderers/alerting/samples.ts";

/** Tests as a bundle has them; only those that hold. */
export function firstTests(rows: TestedRows): readonly JsonObject[] {
  const drafts = [...routeTests(rows), ...freezeTests(rows)];
  const results = atOnce(evaluate(rows, testsOf(drafts.map(({ ids }) => ids)), new Date()));
  return drafts.flatMap(({ written }, index) => (results[index]?.failures.length === 0 ? [written] : []));
}

interface Draft {
  /** As people write it, and with ids in the place of names. */
  readonly written: JsonObject;
  readonly ids: JsonObject;
}

function routeTests({ routes, names }: TestedRows): Draft[] {
  return routes.flatMap(({ configuration: { name, enabled, matchers, destinations } }): Draft[] => {
    const labels = sampleOfTexts(matchers);
    if (!enabled || labels === undefined || destinations.length === 0) return [];
    const test = (notified: readonly (JsonObject | string)[]): JsonObject => ({
      name: `${name} notifies its receivers`,
      alert: { labels },
      expect: { notified: [...notified] },
    });
    const called = destinations.map(
      ({ outbound_config_id, team_id, rota_id, role, email }): JsonObject | string => {
        const name = names.get(outbound_config_id ?? team_id ?? rota_id ?? "") ?? email ?? "";
        return role === undefined ? name : { rota_id: { name }, role };
      },
    );
    return [{ written: test(called), ids: test(destinations.map((one) => ({ ...one }))) }];
  });
}

function freezeTests({ policies }: TestedRows): Draft[] {
  return [...policies.values()].flatMap(({ configuration: { service, freeze_until } }): Draft[] => {
    const until = typeof freeze_until === "string" ? parseTimestamp(freeze_until) : undefined;
    if (until === undefined) return [];
    const at = new Date(until.getTime() - 3_600_000).toISOString();
    const test = {
      name: `No deploy of ${String(service)} in its freeze`,
      deploy: { service: String(service), at },
      expect: { allowed: false, reason: "frozen" },
    };
    return [{ written: test, ids: test }];
  });
}
