import { describe, expect, it } from "vitest";
import { imageTargets } from "../../src/resources/image-targets.ts";
import { judge } from "./rules.ts";

const minimal = { image: "ghcr.io/acme/checkout" };

describe("image_targets", () => {
  it("needs an image", () => {
    const { paths, row } = judge(imageTargets, minimal);
    expect(paths).toEqual([]);
    expect(row.configuration).toEqual({
      image: "ghcr.io/acme/checkout",
      tag_pattern: "*",
      service: null,
      environment: "",
      scan_interval_hours: 24,
      min_severity: "high",
      enabled: true,
      registry_username: null,
    });
    expect(judge(imageTargets, {}).paths).toEqual(["image"]);
  });

  it("takes every field", () => {
    const plain = {
      image: "localhost:5000/acme/checkout",
      tag_pattern: "v?.*",
      service: "checkout",
      environment: "prod",
      scan_interval_hours: 720,
      min_severity: "low",
      enabled: false,
      registry_username: "robot",
    };
    const { paths, row } = judge(imageTargets, { ...plain, registry_password: "p" });
    expect(paths).toEqual([]);
    expect(row.configuration).toEqual(plain);
    expect(row.secretsSet).toEqual({ registry_password: true });
  });

  it.each([
    [{ image: "checkout" }, "image"],
    [{ image: "ghcr.io/acme/checkout:v1" }, "image"],
    [{ scan_interval_hours: 0 }, "scan_interval_hours"],
    [{ scan_interval_hours: 721 }, "scan_interval_hours"],
    [{ min_severity: "warning" }, "min_severity"],
    [{ environment: null }, "environment"],
    [{ finding_counts: { critical: 0 } }, "finding_counts"],
  ])("refuses %j at %s", (tweak, path) => {
    expect(judge(imageTargets, { ...minimal, ...tweak }).paths).toEqual([path]);
  });
});
