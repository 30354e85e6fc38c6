import { describe, expect, it } from "vitest";
import { statusPageComponents } from "../../src/resources/status-page-components.ts";
import { judge } from "./rules.ts";

describe("status_page_components", () => {
  it("fills in what a minimal row leaves out", () => {
    const { row, paths } = judge(statusPageComponents, { name: "Checkout" });
    expect(paths).toEqual([]);
    expect(row.configuration).toEqual({
      group: "",
      name: "Checkout",
      description: null,
      service: null,
      position: 0,
      status: "operational",
      status_source: "manual",
      publish: "none",
      show_uptime: true,
      synthetic_check_id: null,
      slo_id: null,
    });
  });

  it("takes a full row", () => {
    const full = {
      group: "Shop",
      name: "Checkout",
      description: "Paying for what is in the cart.",
      service: "checkout",
      position: 3,
      status: "under_maintenance",
      status_source: "observed",
      publish: "automatic",
      show_uptime: false,
      synthetic_check_id: "chk_1",
      slo_id: "slo_1",
    };
    const { row, paths } = judge(statusPageComponents, full);
    expect(paths).toEqual([]);
    expect(row.configuration).toEqual(full);
  });

  it.each([
    [{ name: "" }, ["name"]],
    [{ group: null }, ["group"]],
    [{ group: "x".repeat(256) }, ["group"]],
    [{ position: -1 }, ["position"]],
    [{ publish: "draft" }, ["publish"]],
    [{ publish: "draft", service: "checkout" }, []],
    [{ publish: "yes", service: "checkout" }, ["publish"]],
    [{ status: "down" }, ["status"]],
    [{ observed_status: "operational" }, ["observed_status"]],
  ])("%j has problems at %j", (tweak, expected) => {
    expect(judge(statusPageComponents, { name: "Checkout", ...tweak }).paths).toEqual(expected);
  });
});
