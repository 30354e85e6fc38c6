import { describe, expect, it } from "vitest";
import { githubSettings } from "../../src/resources/github-settings.ts";
import { judge, unsaved } from "./rules.ts";

const before = unsaved(githubSettings);

describe("github_settings", () => {
  it("starts at github.com with all repositories", () => {
    expect(before.configuration).toEqual({
      base_url: "https://api.github.com",
      app_id: null,
      installation_id: null,
      repository_selection: "all",
      repositories: [],
    });
  });

  it("takes a full row", () => {
    const full = {
      base_url: "https://github.acme.example/api/v3",
      app_id: "12345",
      installation_id: "67890",
      repository_selection: "selected",
      repositories: ["acme/checkout", "acme/cart.js"],
    };
    const secrets = { private_key: "k".repeat(10_000), webhook_secret: "s" };
    const { row, paths } = judge(githubSettings, { ...full, ...secrets }, { before });
    expect(paths).toEqual([]);
    expect(row.configuration).toEqual(full);
  });

  it.each([
    [{ base_url: "api.github.com" }, ["base_url"]],
    [{ base_url: "" }, ["base_url"]],
    [{ app_id: 12345 }, ["app_id"]],
    [{ repository_selection: "some" }, ["repository_selection"]],
    [{ repositories: ["acme/checkout", "checkout"] }, ["repositories[1]"]],
    [{ repositories: Array(101).fill("acme/checkout") }, ["repositories"]],
    [{ private_key: "k".repeat(10_001) }, ["private_key"]],
  ])("%j has problems at %j", (body, expected) => {
    expect(judge(githubSettings, body, { before }).paths).toEqual(expected);
  });
});
