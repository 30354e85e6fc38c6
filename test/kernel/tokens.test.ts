/** The rule of thumb next to what a real tokenizer counts. */
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { expect, it } from "vitest";
import { tokensIn } from "../../src/kernel/tokens.ts";

const row = {
  id: "route_01m8kw96j5fakr8z274a6rnyvn",
  name: "Everything else",
  matchers: ['severity=~".+"'],
  continue: false,
  destinations: [{ team_id: "team_01m8kw96hffakr8z1tcjrfn3rd" }],
  created_at: "2026-11-29T14:45:25.899Z",
};

it.each([
  ["rows", JSON.stringify([row, row, row])],
  ["ids", JSON.stringify(Array.from({ length: 20 }, () => row.id))],
  [
    "prose",
    "Alerts that are open or ended within 30 days, newest first: where each comes from, and who took it.",
  ],
  ["digests", "7f3e9d1c0123456789abcdef".repeat(10)],
  ["Japanese", "データベースへの接続に失敗しました"],
  ["signs", "🔥🚨".repeat(10)],
])("%s: not far below, and at most twice as much", (_, text) => {
  const counted = encode(text).length;
  expect(tokensIn(text)).toBeGreaterThan(counted * 0.8);
  expect(tokensIn(text)).toBeLessThan(counted * 2);
});

it("counts nothing for nothing", () => {
  expect(tokensIn("")).toBe(0);
});
