import { describe, expect, it } from "vitest";
import { statusPageSettings } from "../../src/resources/status-page-settings.ts";
import { pngOf } from "../support/values.ts";
import { judge, unsaved } from "./rules.ts";

const pictureUrl = `data:image/png;base64,${pngOf(1, 1).toString("base64")}`;
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
      logo: null,
      logo_url: null,
      support_url: null,
      timezone: "UTC",
      history_days: 90,
      update_templates: [],
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
      logo: pictureUrl,
      logo_url: "https://acme.example/logo.png",
      support_url: "https://acme.example/help",
      timezone: "Europe/Berlin",
      history_days: 30,
      update_templates: [{ name: "Paying", status: "investigating", body: "{components} fails." }],
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
    [{ logo: pictureUrl.replace("png", "jpeg") }, ["logo"]],
    [{ logo: "https://acme.example/logo.png" }, ["logo"]],
    [
      { update_templates: [{ name: "", status: "over", body: "" }] },
      ["update_templates[0].name", "update_templates[0].status", "update_templates[0].body"],
    ],
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
