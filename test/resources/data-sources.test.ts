import { describe, expect, it } from "vitest";
import { dataSources } from "../../src/resources/data-sources.ts";
import { judge } from "./rules.ts";

const minimal = { name: "Metrics", type: "prometheus", url: "https://prometheus.example.com" };

describe("data_sources", () => {
  it("needs a name, a type and an address", () => {
    const { paths, row } = judge(dataSources, minimal);
    expect(paths).toEqual([]);
    expect(row.configuration).toEqual({
      ...minimal,
      username: null,
      database: null,
      tls_skip_verify: false,
      timeout_ms: 10_000,
      is_default: false,
      options: {},
      connector_id: null,
    });
    expect(judge(dataSources, {}).paths).toEqual(["name", "type", "url"]);
  });

  it("takes every field", () => {
    const plain = {
      ...minimal,
      username: "reader",
      database: "main",
      tls_skip_verify: true,
      timeout_ms: 100,
      is_default: true,
      options: { tenant: "acme" },
      connector_id: "conn_1",
    };
    const { paths, row } = judge(dataSources, { ...plain, password: "p", token: "t" });
    expect(paths).toEqual([]);
    expect(row.configuration).toEqual(plain);
    expect(row.secretsSet).toEqual({ password: true, token: true });
  });

  it("has one default of each type", () => {
    expect(dataSources.oneDefault).toEqual({ field: "is_default", per: ["type"] });
  });

  it.each([
    [{ type: "influx" }, "type"],
    [{ url: "prometheus.example.com" }, "url"],
    [{ url: null }, "url"],
    [{ timeout_ms: 99 }, "timeout_ms"],
    [{ timeout_ms: 60_001 }, "timeout_ms"],
    [{ options: { tenant: null } }, "options.tenant"],
    [{ connector_id: "" }, "connector_id"],
    [{ token: 1 }, "token"],
    [{ last_error_kind: "network" }, "last_error_kind"],
  ])("refuses %j at %s", (tweak, path) => {
    expect(judge(dataSources, { ...minimal, ...tweak }).paths).toEqual([path]);
  });
});
