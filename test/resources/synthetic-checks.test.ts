import { describe, expect, it } from "vitest";
import { syntheticChecks } from "../../src/resources/synthetic-checks.ts";
import { judge } from "./rules.ts";

const minimal = { name: "shop", kind: "http", target: "https://shop.example.com/health" };

describe("synthetic_checks", () => {
  it("fills in what a minimal row leaves out", () => {
    const { row, paths } = judge(syntheticChecks, minimal);
    expect(paths).toEqual([]);
    expect(row.configuration).toEqual({
      ...minimal,
      interval_seconds: 60,
      timeout_ms: 10_000,
      method: "GET",
      headers: {},
      body: null,
      expected_statuses: [],
      body_contains: null,
      failure_threshold: 2,
      degraded_ms: null,
      service: null,
      labels: {},
      enabled: true,
      muted: false,
    });
  });

  it("takes a full row", () => {
    const full = {
      ...minimal,
      interval_seconds: 10,
      timeout_ms: 60_000,
      method: "POST",
      headers: { Accept: "application/json" },
      body: "{}",
      expected_statuses: [200, 204],
      body_contains: "ok",
      failure_threshold: 10,
      degraded_ms: 800,
      service: "shop",
      labels: { team: "payments" },
      enabled: false,
      muted: true,
    };
    const { row, paths } = judge(syntheticChecks, { ...full, auth_header: "Bearer x" });
    expect(paths).toEqual([]);
    expect(row.configuration).toEqual(full);
  });

  it.each([
    [{ kind: "icmp" }, ["kind"]],
    [{ interval_seconds: 9 }, ["interval_seconds"]],
    [{ interval_seconds: 86_401 }, ["interval_seconds"]],
    [{ timeout_ms: 99 }, ["timeout_ms"]],
    [{ timeout_ms: 60_001 }, ["timeout_ms"]],
    [{ method: "DELETE" }, ["method"]],
    [{ expected_statuses: [200, 600] }, ["expected_statuses[1]"]],
    [{ failure_threshold: 0 }, ["failure_threshold"]],
    [{ failure_threshold: 11 }, ["failure_threshold"]],
    [{ degraded_ms: 0 }, ["degraded_ms"]],
    [{ headers: { "X-Probe": "1", "Bad Name": "1" } }, ["headers.Bad Name"]],
    [{ headers: { "X-Probe": "1\r\nHost: evil.example" } }, ["headers.X-Probe"]],
    [{ headers: { "X-Probe": "grün" } }, []],
    [{ headers: { "X-Probe": 1 } }, ["headers.X-Probe"]],
    [{ status: "up" }, ["status"]],
  ])("%j has problems at %j", (tweak, expected) => {
    expect(judge(syntheticChecks, { ...minimal, ...tweak }).paths).toEqual(expected);
  });

  it.each([
    ["http", "http://localhost:8080/health"],
    ["tcp", "db.example.com:5432"],
    ["tcp", "[2001:db8::1]:5432"],
    ["tcp", "192.0.2.7:22"],
    ["tls", "www.example.com"],
    ["tls", "www.example.com:8443"],
    ["dns", "example.com"],
    ["dns", "_dmarc.example.com"],
  ])("a check of kind %s asks %s", (kind, target) => {
    expect(judge(syntheticChecks, { ...minimal, kind, target }).paths).toEqual([]);
  });

  it.each([
    ["http", "shop.example.com"],
    ["http", "ftp://shop.example.com"],
    ["tcp", "db.example.com"],
    ["tcp", "db.example.com:0"],
    ["tcp", "db.example.com:65536"],
    ["tcp", "https://db.example.com:5432"],
    ["tls", "https://www.example.com"],
    ["tls", "www example com"],
    ["dns", "https://example.com"],
    ["dns", "example.com:53"],
  ])("a check of kind %s cannot ask %s", (kind, target) => {
    expect(judge(syntheticChecks, { ...minimal, kind, target }).paths).toEqual(["target"]);
  });
});
