/** Time intervals of every sort, drawn: the mutes that come of them, and what a proof says of mutes that lost one. */
import { describe, expect, it } from "vitest";
import { afterOf } from "../../src/features/changes/migrations/after.ts";
import { alertmanager } from "../../src/features/changes/migrations/alertmanager/index.ts";
import { prove } from "../../src/features/changes/migrations/prove.ts";
import type { Before, Side } from "../../src/features/changes/migrations/sides.ts";
import { alertMutes } from "../../src/resources/alert-mutes.ts";
import { fc, runs } from "../support/property.ts";
import { generatedIntervals } from "./generated.ts";

const now = new Date("2026-02-11T09:13:00Z");

function read(named: readonly object[], route: object) {
  const text = JSON.stringify({
    route: { receiver: "rest", routes: [{ receiver: "a", match: { team: "a" }, ...route }] },
    time_intervals: named.map((one, index) => ({ name: `i${index}`, time_intervals: one })),
    receivers: ["rest", "a"].map((name) => ({
      name,
      webhook_configs: [{ url: `https://${name}.example.com/` }],
    })),
  });
  const migration = alertmanager.read([{ name: "alertmanager.yml", text }], {});
  return { text, migration, before: migration.before as Before };
}

/** Between all times at which one may begin or end, on each day of a year with a leap day and of a month before it. */
const moments = Array.from({ length: 366 + 31 }, (_, day) =>
  [1, 7, 12, 18, 22.5].map((hour) => Date.UTC(2027, 11, 1 + day) + (hour - 0.25) * 3_600_000),
).flat();

function differsAt(before: Side, after: Side): number | undefined {
  const [was] = before.notifications({ team: "a" });
  const [is] = after.notifications({ team: "a" });
  return moments.find((at) => before.isMuted(was?.by ?? "", at) !== after.isMuted(is?.by ?? "", at));
}

const drawn = fc.record({
  named: fc.array(generatedIntervals, { minLength: 1, maxLength: 3 }),
  active: fc.boolean(),
  dropped: fc.nat(),
});

const routeOf = ({ named, active }: { readonly named: readonly object[]; readonly active: boolean }) => ({
  [active ? "active_time_intervals" : "mute_time_intervals"]: named.map((_, index) => `i${index}`),
});

describe("time intervals of weekdays, days of the month, months and years", () => {
  it("property: mute as before, or the report says that more is sent", () => {
    fc.assert(
      fc.property(drawn, (one) => {
        const { migration, before, text } = read(one.named, routeOf(one));
        const after = afterOf(migration.rows);
        const isSaid = migration.entries.some(({ notes }) =>
          notes.some(({ message }) => message.includes("more is sent than before")),
        );
        const { proof } = prove(before, after, [], now);
        if (isSaid) return;
        expect(proof.differs, text).toEqual([]);
        expect(differsAt(before, after), text).toBeUndefined();
      }),
      { numRuns: runs(150, 12) },
    );
  });

  it("property: the proof finds the hours that one mute lost, wherever any moment shows it", () => {
    let lost = 0;
    fc.assert(
      fc.property(drawn, (one) => {
        const { migration, before, text } = read(one.named, routeOf(one));
        const after = afterOf(withoutHours(migration.rows, one.dropped));
        const differs = differsAt(before, after);
        if (differs === undefined) return;
        lost += 1;
        const { proof } = prove(before, after, [], now);
        expect(proof.differs.length, `${text} at ${new Date(differs).toISOString()}`).toBeGreaterThan(0);
      }),
      { numRuns: runs(150, 12) },
    );
    expect(lost).toBeGreaterThan(2);
  });

  it("finds a whole-day freeze that was lost next to nights, which every edge of the freeze lies in", () => {
    const nights = [
      {
        times: [
          { start_time: "22:00", end_time: "24:00" },
          { start_time: "00:00", end_time: "06:00" },
        ],
      },
    ];
    const freeze = [{ months: ["december"], days_of_month: ["24:31"] }];
    const route = { mute_time_intervals: ["i0", "i1"] };
    const { before } = read([nights, freeze], route);
    const { migration } = read([nights, [{ years: ["2000"] }]], route);
    const { proof } = prove(before, afterOf(migration.rows), [], now);
    expect(proof.differs[0]).toMatchObject({ at: "2026-12-24T06:00:00.000Z", before: [], after: ["a"] });
  });
});

type Rows = Parameters<typeof afterOf>[0];

function withoutHours(rows: Rows, dropped: number): Rows {
  const mutes = rows.all.filter(({ definition }) => definition.kind === alertMutes.kind);
  const mute = mutes[dropped % mutes.length];
  if (mute === undefined) return rows;
  const schedule = mute.configuration.schedule as readonly object[];
  const left = schedule.filter((_, index) => index !== dropped % schedule.length);
  const all = rows.all.map((row) =>
    row === mute
      ? {
          ...row,
          configuration: {
            ...row.configuration,
            ...(left.length > 0 ? { schedule: left } : { schedule: [], duration_minutes: 1 }),
          },
        }
      : row,
  );
  return { ...rows, all } as unknown as Rows;
}
