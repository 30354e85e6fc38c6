import { describe, expect, it } from "vitest";
import { certificateMonitors } from "../../src/resources/certificate-monitors.ts";
import { judge } from "./rules.ts";

const minimal = { hostname: "www.example.com" };

describe("certificate_monitors", () => {
  it("needs a host", () => {
    const { paths, row } = judge(certificateMonitors, minimal);
    expect(paths).toEqual([]);
    expect(row.configuration).toEqual({
      hostname: "www.example.com",
      port: 443,
      server_name: "",
      alert_days_before_expiry: [30, 14, 7, 1],
      interval_minutes: 720,
      timeout_ms: 10_000,
      min_tls_version: "1.2",
      service: null,
      labels: {},
      enabled: true,
      team_id: null,
    });
    expect(judge(certificateMonitors, {}).paths).toEqual(["hostname"]);
  });

  it("takes every field", () => {
    const full = {
      hostname: "2001:db8::1",
      port: 8443,
      server_name: "www.example.com",
      alert_days_before_expiry: [],
      interval_minutes: 5,
      timeout_ms: 30_000,
      min_tls_version: "1.3",
      service: "shop",
      labels: { team: "payments" },
      enabled: false,
      team_id: "team_1",
    };
    const { paths, row } = judge(certificateMonitors, full);
    expect(paths).toEqual([]);
    expect(row.configuration).toEqual(full);
  });

  it.each([
    [{ hostname: "https://www.example.com" }, "hostname"],
    [{ hostname: "www.example.com:443" }, "hostname"],
    [{ port: 0 }, "port"],
    [{ port: 65_536 }, "port"],
    [{ server_name: "not a name" }, "server_name"],
    [{ alert_days_before_expiry: [30, 0] }, "alert_days_before_expiry[1]"],
    [{ alert_days_before_expiry: [366] }, "alert_days_before_expiry[0]"],
    [{ interval_minutes: 4 }, "interval_minutes"],
    [{ timeout_ms: 30_001 }, "timeout_ms"],
    [{ min_tls_version: "1.1" }, "min_tls_version"],
    [{ status: "valid" }, "status"],
    [{ not_after: null }, "not_after"],
  ])("refuses %j at %s", (tweak, path) => {
    expect(judge(certificateMonitors, { ...minimal, ...tweak }).paths).toEqual([path]);
  });
});
