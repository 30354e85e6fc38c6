import { describe, expect, it } from "vitest";
import { repoSettings } from "../../src/resources/repo-settings.ts";
import { judge } from "./rules.ts";

const minimal = { repository: "acme/checkout", branch: "main" };

describe("repo_settings", () => {
  it("detects the fence and works on the platform's runner by default", () => {
    const { paths, row } = judge(repoSettings, minimal);
    expect(paths).toEqual([]);
    expect(row.configuration).toEqual({
      ...minimal,
      write_fence: null,
      runner: "platform",
      setup_command: null,
      test_command: null,
      draft_pull_requests: true,
      max_open_pull_requests: 3,
      enabled: true,
    });
  });

  it.each([[["src/**", "docs/*.md"]], [[]]])("takes every field, with the fence %j", (write_fence) => {
    const full = {
      repository: "acme/checkout.api",
      branch: "release/2026-03",
      write_fence,
      runner: "build-pool",
      setup_command: "npm ci",
      test_command: "npm test\nnpm run lint",
      draft_pull_requests: false,
      max_open_pull_requests: 0,
      enabled: false,
    };
    const { paths, row } = judge(repoSettings, full);
    expect(paths).toEqual([]);
    expect(row.configuration).toEqual(full);
  });

  it.each([
    [{ repository: "checkout" }, "repository"],
    [{ repository: "https://example.com/acme/checkout" }, "repository"],
    [{ branch: "" }, "branch"],
    [{ write_fence: ["src/**", ""] }, "write_fence[1]"],
    [{ max_open_pull_requests: 51 }, "max_open_pull_requests"],
  ])("refuses %j at %s", (tweak, path) => {
    expect(judge(repoSettings, { ...minimal, ...tweak }).paths).toEqual([path]);
  });
});
