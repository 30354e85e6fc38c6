import { describe, expect, test } from "vitest";
import { createDefaults } from "../../provider/one-default.ts";
import { planRow } from "../../provider/plan.ts";
import { settableFields } from "../../provider/row-values.ts";
import { changeProblems, validateConfig } from "../../provider/validate.ts";
import { type ObjectValue, UNKNOWN, type Value } from "../../provider/wire/values.ts";
import { defineCollection } from "../../src/kernel/define-kind.ts";
import { text, timestamp } from "../../src/kernel/field.ts";
import type { Kind } from "../../src/kernel/kind.ts";
import { argumentName } from "../../src/kernel/terraform.ts";
import { definitionsByKind } from "../../src/service.ts";

/** The problems of a block with these arguments, as Terraform would hand it over. */
function problemsOf(kind: string, written: ObjectValue): string[] {
  const definition = definitionsByKind[kind] as Kind;
  const silent = settableFields(definition).map(([name]) => [argumentName(name), null]);
  return validateConfig(definition, { ...Object.fromEntries(silent), ...written }).map(
    ({ summary, detail, path }) => `${path?.join(".")}: ${summary}: ${detail}`,
  );
}

const ratio = { name: "a", service: "b", kind: "ratio", data_source_id: "ds_x", total_query: "t" };

describe("what can be known without asking the service", () => {
  test("is nothing that depends on the hour, whether that is too early or too late", () => {
    const reviews = defineCollection({
      kind: "reviews",
      title: "Reviews",
      group: "Organization",
      description: "Reviews.",
      level: "admin",
      idPrefix: "rev",
      naturalKey: ["name"],
      listColumns: ["name"],
      fields: {
        name: text({ description: "The name." }),
        due_at: timestamp({ description: "When it is due: from now to a year ahead." }),
      },
      check({ configuration }, _before, { now }) {
        if (now === undefined) return [];
        const ahead_ms = Date.parse(configuration.due_at) - now.getTime();
        const isNear = ahead_ms > 0 && ahead_ms < 365 * 86_400_000;
        return isNear ? [] : [{ field: "due_at", message: "must be within a year" }];
      },
      example: { name: "Spring", due_at: "2026-12-01T00:00:00Z" },
    });
    const planned = { name: "Spring", due_at: "2026-12-01T00:00:00Z" };
    expect(validateConfig(reviews, planned)).toEqual([]);
    const problemsAt = (now: string) =>
      changeProblems(reviews, ["due_at"], planned, null, new Date(now)).map(({ path }) => path);
    expect(problemsAt("2026-06-01T00:00:00Z")).toEqual([]);
    for (const now of ["2025-06-01T00:00:00Z", "2027-06-01T00:00:00Z"])
      expect(problemsAt(now)).toEqual([["due_at"]]);
  });

  test("is whether arguments go together", () => {
    expect(problemsOf("slis", ratio)).toEqual([expect.stringMatching(/^good_query: Invalid good_query: /)]);
    expect(problemsOf("slis", { ...ratio, good_query: "g" })).toEqual([]);
    expect(problemsOf("outbound_configs", { name: "a", kind: "webhook" })).toEqual([
      expect.stringMatching(/^url: /),
    ]);
  });

  test("is a credential in a URL, whatever makes the field one", () => {
    const url = "https://user:hunter2@example.com/";
    const [source, ...others] = problemsOf("data_sources", { name: "a", type: "loki", url });
    expect(others).toEqual([]);
    expect(source).toMatch(/^url: Invalid url: url must not hold a credential.* password or token/);
    const [check] = problemsOf("synthetic_checks", { name: "a", kind: "http", target: url });
    expect(check).toMatch(/^target: Invalid target: target must not hold a credential.* auth_header/);
    expect(`${source}${check}`).not.toContain("hunter2");
  });

  test("is what nobody may leave out, although the configuration computed nothing for it", () => {
    expect(problemsOf("teams", {})).toEqual([expect.stringMatching(/^name: Invalid name: name is required/)]);
    expect(problemsOf("teams", { name: UNKNOWN })).toEqual([]);
  });

  test("leaves open what a reference will be, and says nothing while anything else is unknown", () => {
    expect(problemsOf("slis", { ...ratio, data_source_id: UNKNOWN })).toHaveLength(1);
    expect(problemsOf("slis", { ...ratio, good_query: UNKNOWN })).toEqual([]);
    expect(problemsOf("slis", { ...ratio, kind: UNKNOWN })).toEqual([]);
  });

  test("leaves to the service what depends on stored secrets, the hour and other rows", () => {
    expect(problemsOf("change_notifications", { name: "a", channel: "slack" })).toEqual([]);
    expect(problemsOf("change_notifications", { name: "a", channel: "webhook" })).toHaveLength(1);
    const frozen = { service: "a", freeze_until: "2020-01-01T00:00:00Z" };
    expect(problemsOf("deploy_policies", frozen)).toEqual([]);
    expect(problemsOf("organization_settings", { name: "a", ip_allowlist: ["10.0.0.0/8"] })).toEqual([]);
  });

  test("is one problem at a time: an argument that is wrong by itself hides how it goes with others", () => {
    expect(problemsOf("slis", { ...ratio, kind: "other" })).toEqual([expect.stringMatching(/^kind: /)]);
  });

  test("is that a secret without its version will not be noticed, and that a version alone sets nothing", () => {
    const provider = { name: "a", provider_name: "openai", model: "m" };
    const said = (written: ObjectValue) => problemsOf("ai_providers", { ...provider, ...written });
    expect(said({ api_key_wo: "k" })).toEqual([
      expect.stringMatching(/^api_key_wo: api_key_wo has no api_key_wo_version .*api_key_wo_version = 1/),
    ]);
    expect(said({ api_key_wo_version: 1 })).toEqual([
      expect.stringMatching(/^api_key_wo_version: api_key_wo_version has no api_key_wo next to it/),
    ]);
    expect(said({ api_key_wo: "k", api_key_wo_version: 1 })).toEqual([]);
    expect(said({})).toEqual([]);
    expect(said({ api_key_wo: UNKNOWN })).toEqual([]);
    expect(said({ api_key_wo_version: UNKNOWN })).toEqual([]);
    expect(said({ api_key_wo: "k", api_key_wo_version: UNKNOWN })).toEqual([]);
    expect(said({ api_key_wo: UNKNOWN, api_key_wo_version: 1 })).toEqual([]);
  });

  test("is that a secret is to be a JSON object, said for who writes jsonencode", () => {
    const connector = { name: "a", type: "cloud", connector_type: "aws", config_wo_version: 1 };
    for (const config_wo of ["hush", "[]", '"hush"']) {
      const [said = "", ...others] = problemsOf("connectors", { ...connector, config_wo });
      expect(said).toMatch(/^config_wo: Invalid config_wo: .*jsonencode\(\{/);
      expect(said).not.toContain("hush");
      expect(others).toEqual([]);
    }
    expect(problemsOf("connectors", { ...connector, config_wo: "{}" })).toEqual([]);
  });

  test("is what a connector of a known type takes, as soon as the type and the secret are known", () => {
    const engine = { name: "a", type: "observability", connector_type: "prometheus", config_wo_version: 1 };
    const config_wo = JSON.stringify({ tokn: "hush" });
    const [said = "", ...others] = problemsOf("connectors", { ...engine, config_wo });
    expect(said).toMatch(/^config_wo: .*config_wo\.tokn is not known for .*; did you mean "token"\?/);
    expect(said).not.toContain("hush");
    expect(others).toEqual([]);
    expect(problemsOf("connectors", { ...engine, metadata: { version: "v2" } })[0]).toMatch(/metadata/);
    expect(problemsOf("connectors", { ...engine, connector_type: UNKNOWN, config_wo })).toEqual([]);
  });
});

/** A block with these arguments, planned over a row. */
function planOf(kind: string, written: ObjectValue, prior: ObjectValue | null = null) {
  const definition = definitionsByKind[kind] as Kind;
  const silent = settableFields(definition).map(([name]) => [argumentName(name), null]);
  return { definition, ...planRow(definition, { ...Object.fromEntries(silent), ...written }, prior) };
}

describe("what a plan can know of a change", () => {
  const now = new Date("2026-06-01T12:00:00Z");
  const problemsOfPlan = (written: ObjectValue, prior: ObjectValue | null = null) => {
    const { definition, changed, planned } = planOf("deploy_policies", { service: "a", ...written }, prior);
    return changeProblems(definition, changed, planned, prior, now).map(({ path }) => path);
  };
  const passed = { freeze_until: "2026-06-01T11:59:59Z" };

  test("is that a moment has passed already", () => {
    expect(problemsOfPlan(passed)).toEqual([["freeze_until"]]);
    expect(problemsOfPlan({ freeze_until: "2026-06-01T14:30:00+02:00" })).toEqual([]);
    expect(problemsOfPlan({ freeze_until: UNKNOWN })).toEqual([]);
  });

  test("is not that a moment passed since it was set", () => {
    const { planned: prior } = planOf("deploy_policies", { service: "a", ...passed });
    expect(problemsOfPlan(passed, prior)).toEqual([]);
    expect(problemsOfPlan({ ...passed, error_budget_threshold: 5 }, prior)).toEqual([]);
    expect(problemsOfPlan({ freeze_until: "2026-06-01T13:59:59+02:00", enabled: false }, prior)).toEqual([]);
    expect(problemsOfPlan({ freeze_until: "2026-06-01T11:59:58Z" }, prior)).toEqual([["freeze_until"]]);
  });
});

describe("the default of a kind", () => {
  test("is reported where two rows of one plan are to be it, and only then", () => {
    const { claim } = createDefaults();
    const claims = (name: Value, type: string, is_default: Value = true) => {
      const { definition, planned } = planOf("data_sources", { name, type, is_default });
      return claim(definition, planned).map(({ path, detail }) => `${path}: ${detail}`);
    };
    expect(claims("a", "loki")).toEqual([]);
    // The second half of a replacement.
    expect(claims("a", "loki")).toEqual([]);
    expect(claims("b", "prometheus")).toEqual([]);
    expect(claims("c", "loki", false)).toEqual([]);
    expect(claims("d", "loki", UNKNOWN)).toEqual([]);
    expect(claims(UNKNOWN, "loki")).toEqual([]);
    expect(claims("e", "loki")).toEqual([
      expect.stringMatching(
        /^is_default: .*here and in the data source "a"\. Only one row of one type can be/,
      ),
    ]);
  });
});
