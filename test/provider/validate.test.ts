import { describe, expect, test } from "vitest";
import { settableFields } from "../../provider/row-values.ts";
import { validateConfig } from "../../provider/validate.ts";
import { type ObjectValue, UNKNOWN } from "../../provider/wire/values.ts";
import type { Resource } from "../../src/kernel/resource.ts";
import { argumentName } from "../../src/kernel/terraform.ts";
import { resourcesByKind } from "../../src/service.ts";

/** The problems of a block with these arguments, as Terraform would hand it over. */
function problemsOf(kind: string, written: ObjectValue): string[] {
  const resource = resourcesByKind[kind] as Resource;
  const silent = settableFields(resource).map(([name]) => [argumentName(name), null]);
  return validateConfig(resource, { ...Object.fromEntries(silent), ...written }).map(
    ({ summary, detail, path }) => `${path?.join(".")}: ${summary}: ${detail}`,
  );
}

const ratio = { name: "a", service: "b", kind: "ratio", data_source_id: "ds_x", total_query: "t" };

describe("what can be told without asking the service", () => {
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
      expect.stringMatching(/^api_key_wo_version: api_key_wo_version has no api_key_wo beside it/),
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
});
