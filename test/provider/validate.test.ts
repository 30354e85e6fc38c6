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
});
