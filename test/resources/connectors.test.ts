import { describe, expect, it } from "vitest";
import { connectors } from "../../src/resources/connectors.ts";
import { judge } from "./rules.ts";

const minimal = { name: "Production", type: "cloud", connector_type: "aws" };

describe("connectors", () => {
  it("needs a name, a type and the system", () => {
    const { paths, row } = judge(connectors, minimal);
    expect(paths).toEqual([]);
    expect(row.configuration).toEqual({ ...minimal, enabled: true, metadata: {} });
    expect(judge(connectors, {}).paths).toEqual(["name", "type", "connector_type"]);
  });

  it("takes every field, and keeps config apart", () => {
    const config = { role_arn: "arn:aws:iam::123456789012:role/read", regions: ["eu-west-1"] };
    const plain = { ...minimal, enabled: false, metadata: { account: "main" } };
    const { paths, row } = judge(connectors, { ...plain, config });
    expect(paths).toEqual([]);
    expect(row.configuration).toEqual(plain);
    expect(row.secretsSet).toEqual({ config: true });
  });

  it.each([
    [{ type: "clouds" }, "type"],
    [{ connector_type: "New Relic" }, "connector_type"],
    [{ connector_type: "" }, "connector_type"],
    [{ config: "a string" }, "config"],
    [{ config: { a: { b: { c: { d: {} } } } } }, "config"],
    [{ metadata: { nodes: 3 } }, "metadata.nodes"],
    [{ health_status: "healthy" }, "health_status"],
  ])("refuses %j at %s", (tweak, path) => {
    expect(judge(connectors, { ...minimal, ...tweak }).paths).toEqual([path]);
  });
});
