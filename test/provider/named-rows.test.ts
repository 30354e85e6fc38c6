/** Which of several rows a natural key means: the definition says which field shows. */
import { expect, test } from "vitest";
import type { Row, Rows } from "../../provider/batch.ts";
import { rowOfKey } from "../../provider/named-rows.ts";
import type { Kind } from "../../src/kernel/kind.ts";
import { definitionsByKind } from "../../src/service.ts";

const { teams, alert_mutes: mutes } = definitionsByKind as unknown as Record<"teams" | "alert_mutes", Kind>;
const { signal } = new AbortController();

const first: Row = { body: { id: "x_1", expires_at: "2020-01-01T00:00:00Z", frees_at: null }, etag: '"1"' };
const second: Row = {
  body: { id: "x_2", expires_at: "2999-01-01T00:00:00Z", frees_at: "2020-01-01T00:00:00Z" },
  etag: '"2"',
};

const found = (definition: Kind) => {
  const rows: Pick<Rows, "list"> = { list: async () => ({ rows: [first, second], truncated: false }) };
  return rowOfKey(rows, definition, ["key"], signal);
};

test("the one that the kind's own field reports, and no other field of any kind", async () => {
  expect(await found(mutes)).toEqual({ row: second });
  expect(await found({ ...mutes, keyHeld: { until: "frees_at" } })).toEqual({
    row: first,
  });
  expect(await found(teams)).toEqual({ several: expect.stringContaining("x_1, x_2") });
});
