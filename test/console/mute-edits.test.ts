import { describe, expect, it } from "vitest";
import { changeOf, hourMs, type MuteTime } from "../../console/kinds/special/alert-mutes/edits.ts";
import { definitions } from "../../src/resources/index.ts";
import { definitionsOf } from "../../src/surfaces/console/definitions.ts";

const { kinds } = definitionsOf(definitions, []);
const definition = kinds.find(({ kind }) => kind === "alert_mutes");
if (definition === undefined) throw new Error("there are mutes");
const now = Date.parse("2026-11-30T12:00:00Z");
const mute = {
  id: "mute_1",
  ...{ pattern: null, matchers: ["service=search"], route_ids: [], reason: "Disks", summary: true },
  ...{ starts_at: "2026-11-30T11:00:00Z", duration_minutes: 120, schedule: [], until: null },
  ...{ expires_at: "2026-11-30T13:00:00Z", active: true, created_by: "ada" },
};
const change = (row: object, time: MuteTime) => changeOf(definition, { ...mute, ...row }, time, now);
const remove = { op: "delete", resource: "alert_mutes", id: "mute_1" };
const kept = { pattern: null, matchers: ["service=search"], route_ids: [], reason: "Disks", summary: true };

describe("a mute among many", () => {
  it("is replaced by one that ends later, and is the same else", () =>
    expect(change({}, { longer: hourMs })).toEqual([
      remove,
      { op: "create", resource: "alert_mutes", fields: { ...kept, until: "2026-11-30T14:00:00.000Z" } },
    ]));

  it("keeps a beginning that is still to come", () =>
    expect(
      change(
        { starts_at: "2026-11-30T12:30:00Z", duration_minutes: 30 },
        { until: "2026-12-01T08:00:00Z" },
      )?.at(1),
    ).toMatchObject({ fields: { starts_at: "2026-11-30T12:30:00Z", until: "2026-12-01T08:00:00.000Z" } }));

  it("is ended by a delete, a rhythm too", () => {
    expect(change({}, "end")).toEqual([remove]);
    expect(change({ expires_at: null, schedule: [{}] }, "end")).toEqual([remove]);
  });

  it.each([
    ["has ended", { expires_at: "2026-11-30T11:30:00Z" }, { longer: hourMs }],
    ["has ended, and is to end", { expires_at: "2026-11-30T11:30:00Z" }, "end"],
    ["ends later already", {}, { until: "2026-11-30T12:30:00Z" }],
    ["has a rhythm", { schedule: [{}] }, { longer: hourMs }],
    ["has no end", { expires_at: null }, { longer: hourMs }],
  ] as const)("stays as it is where it %s", (_, row, time) => expect(change(row, time)).toBeUndefined());

  it("stays away where it is gone", () =>
    expect(changeOf(definition, undefined, "end", now)).toBeUndefined());
});
