import { describe, expect, it } from "vitest";
import { aiSettings } from "../../src/resources/ai-settings.ts";
import { judge, unsaved } from "./rules.ts";

const before = unsaved(aiSettings);

describe("ai_settings", () => {
  it("starts switched off, sharing nothing", () => {
    expect(before.configuration).toEqual({
      enabled: false,
      default_provider_id: null,
      daily_token_limit: null,
      allowed_data: [],
      redact_secrets: true,
      log_retention_days: 30,
    });
  });

  it("takes a full row", () => {
    const full = {
      enabled: true,
      default_provider_id: "aip_1",
      daily_token_limit: 1_000_000,
      allowed_data: ["logs", "metrics", "traces", "code"],
      redact_secrets: false,
      log_retention_days: 365,
    };
    const { row, paths } = judge(aiSettings, full, { before });
    expect(paths).toEqual([]);
    expect(row.configuration).toEqual(full);
  });

  it.each([
    [{ daily_token_limit: 0 }, []],
    [{ daily_token_limit: -1 }, ["daily_token_limit"]],
    [{ daily_token_limit: 1.5 }, ["daily_token_limit"]],
    [{ allowed_data: ["logs", "secrets"] }, ["allowed_data[1]"]],
    [{ log_retention_days: 0 }, ["log_retention_days"]],
    [{ log_retention_days: 366 }, ["log_retention_days"]],
    [{ redact_secrets: null }, ["redact_secrets"]],
  ])("%j has problems at %j", (body, expected) => {
    expect(judge(aiSettings, body, { before }).paths).toEqual(expected);
  });
});
