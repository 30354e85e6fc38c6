import { describe, expect, it } from "vitest";
import { aiProviders } from "../../src/resources/ai-providers.ts";
import { judge } from "./rules.ts";

const minimal = { name: "main", provider: "anthropic", model: "claude" };
const full = {
  name: "azure",
  provider: "azure_openai",
  model: "gpt",
  base_url: "https://acme.openai.azure.com",
  api_version: "2025-01-01",
  region: "westeurope",
  enabled: false,
  is_default: true,
  api_key: "key",
};

describe("ai_providers", () => {
  it("fills in what a minimal row leaves out", () => {
    const { row, paths } = judge(aiProviders, minimal);
    expect(paths).toEqual([]);
    expect(row.configuration).toEqual({
      ...minimal,
      base_url: null,
      api_version: null,
      region: null,
      enabled: true,
      is_default: false,
    });
  });

  it("takes a full row, whose key stays apart from its settings", () => {
    const { row, paths } = judge(aiProviders, full);
    expect(paths).toEqual([]);
    expect(row.configuration).not.toHaveProperty("api_key");
    expect(row.secretsSet).toEqual({ api_key: true });
  });

  it.each([
    [{ name: "" }, ["name"]],
    [{ name: "x".repeat(256) }, ["name"]],
    [{ provider: "open_ai" }, ["provider"]],
    [{ model: "" }, ["model"]],
    [{ model: "x".repeat(1_001) }, ["model"]],
    [{ base_url: "example.com" }, ["base_url"]],
    [{ base_url: "" }, ["base_url"]],
    [{ provider: "azure_openai" }, ["base_url"]],
    [{ provider: "ollama" }, ["base_url"]],
    [{ provider: "openai_compatible" }, ["base_url"]],
    [{ provider: "bedrock", region: "eu-west-1" }, []],
    [{ enabled: null }, ["enabled"]],
    [{ api_key: "" }, ["api_key"]],
    [{ api_key: null }, []],
  ])("%j has problems at %j", (tweak, expected) => {
    expect(judge(aiProviders, { ...minimal, ...tweak }).paths).toEqual(expected);
  });

  it("keeps the address of a provider that has none of its own", () => {
    const before = judge(aiProviders, full).row;
    expect(judge(aiProviders, { base_url: null }, { before }).paths).toEqual(["base_url"]);
  });
});
