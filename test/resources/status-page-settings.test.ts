import { describe, expect, it } from "vitest";
import { statusPageSettings } from "../../src/resources/status-page-settings.ts";
import { judge, unsaved } from "./rules.ts";

const before = unsaved(statusPageSettings);

describe("status_page_settings", () => {
  it("starts switched off, without a name of its own", () => {
    expect(before.configuration).toEqual({
      enabled: false,
      title: null,
      description: null,
      slug: null,
      domain: null,
      visibility: "public",
      theme: "auto",
      accent_color: null,
      logo_url: null,
      support_url: null,
      timezone: "UTC",
      history_days: 90,
      show_uptime: true,
      allow_indexing: true,
    });
  });

  it("takes a full row", () => {
    const full = {
      enabled: true,
      title: "Acme status",
      description: "How Acme fares.",
      slug: "acme-status",
      domain: "status.acme.example",
      visibility: "password",
      theme: "dark",
      accent_color: "#6d28d9",
      logo_url: "https://acme.example/logo.svg",
      support_url: "https://acme.example/help",
      timezone: "Europe/Berlin",
      history_days: 30,
      show_uptime: false,
      allow_indexing: false,
    };
    const { row, paths } = judge(statusPageSettings, { ...full, password: "secret" }, { before });
    expect(paths).toEqual([]);
    expect(row.configuration).toEqual(full);
  });

  it.each([
    [{ enabled: true }, []],
    [{ enabled: true, slug: "acme" }, []],
    [{ slug: "ac" }, ["slug"]],
    [{ slug: "x".repeat(63) }, []],
    [{ slug: "x".repeat(64) }, ["slug"]],
    [{ slug: "-a-" }, []],
    [{ slug: "Acme" }, ["slug"]],
    [{ slug: "acme_status" }, ["slug"]],
    [{ slug: "" }, ["slug"]],
    [{ title: "" }, ["title"]],
    [{ title: "x".repeat(121) }, ["title"]],
    [{ visibility: "password" }, ["password"]],
    [{ visibility: "password", password: "secret" }, []],
    [{ visibility: "private" }, ["visibility"]],
    [{ theme: "black" }, ["theme"]],
    [{ logo_url: "logo.svg" }, ["logo_url"]],
    [{ support_url: "" }, ["support_url"]],
    [{ timezone: "Berlin" }, ["timezone"]],
    [{ timezone: "" }, ["timezone"]],
    [{ history_days: 60 }, []],
    [{ history_days: 45 }, ["history_days"]],
    [{ history_days: 120 }, ["history_days"]],
    [{ history_days: "30" }, ["history_days"]],
  ])("%j has problems at %j", (body, expected) => {
    expect(judge(statusPageSettings, body, { before }).paths).toEqual(expected);
  });
});
