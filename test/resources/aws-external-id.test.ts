import { describe, expect, it } from "vitest";
import { awsExternalId } from "../../src/resources/aws-external-id.ts";
import { judge, unsaved } from "./rules.ts";

describe("aws_external_id", () => {
  it("can only be read", () => {
    expect(awsExternalId.verbs).toEqual(["get"]);
  });

  it("has nothing that a caller could choose", () => {
    const before = unsaved(awsExternalId);
    expect(before.configuration).toEqual({});
    const fields = Object.values(awsExternalId.fields).map((field) => field.type);
    expect(new Set(fields)).toEqual(new Set(["computed"]));
    expect(judge(awsExternalId, { external: "mine" }, { before }).paths).toEqual(["external"]);
  });
});
