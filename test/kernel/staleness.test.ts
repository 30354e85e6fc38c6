import { expect, it } from "vitest";
import { oldValueOf } from "../../src/kernel/staleness.ts";
import { certificateMonitors } from "../../src/resources/certificate-monitors.ts";
import { definitions } from "../../src/resources/index.ts";
import { slos } from "../../src/resources/slos.ts";
import { syntheticChecks } from "../../src/resources/synthetic-checks.ts";

const now = Date.parse("2026-03-10T12:00:00.000Z");
const minutesAgo = (minutes: number) => new Date(now - minutes * 60_000).toISOString();

it("figures of an SLO are too old after ten minutes, and those that were never reported are not old", () => {
  const old = (measured_at: Record<string, string>) =>
    oldValueOf(slos.fields, { measured_at }, "burn_rate", now);
  expect(old({})).toBeUndefined();
  expect(old({ sli_percent: minutesAgo(11) })).toBeUndefined();
  expect(old({ burn_rate: minutesAgo(10) })).toBeUndefined();
  expect(old({ burn_rate: minutesAgo(11) })).toBe(minutesAgo(11));
});

it("what is looked at by an interval of its own has that much longer", () => {
  const status = (age: number) => ({ measured_at: { status: minutesAgo(age) } });
  const check = (age: number, seconds: number) =>
    oldValueOf(syntheticChecks.fields, { ...status(age), interval_seconds: seconds }, "status", now) !==
    undefined;
  expect([check(11, 60), check(12, 60), check(69, 3_600), check(71, 3_600)]).toEqual([
    false,
    true,
    false,
    true,
  ]);
  const monitor = (age: number) =>
    oldValueOf(certificateMonitors.fields, { ...status(age), interval_minutes: 720 }, "status", now);
  expect([monitor(730), monitor(731)]).toEqual([undefined, minutesAgo(731)]);
});

it("the intervals that definitions name count seconds or minutes", () => {
  const reported = definitions.flatMap(({ kind, fields }) =>
    Object.values(fields).flatMap((field) =>
      field.type === "computed" && field.shape.type === "timestamp" && field.shape.staleAfter !== undefined
        ? [{ kind, every: field.shape.staleAfter.every, fields }]
        : [],
    ),
  );
  expect(reported.map(({ kind }) => kind).sort()).toEqual([
    "certificate_monitors",
    "slos",
    "synthetic_checks",
  ]);
  for (const { kind, every, fields } of reported) {
    if (every === undefined) continue;
    expect(fields[every], kind).toMatchObject({
      type: "integer",
      unit: expect.stringMatching(/^(seconds|minutes)$/),
    });
  }
});
