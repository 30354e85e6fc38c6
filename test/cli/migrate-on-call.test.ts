/** `orgconfig migrate` of schedules: what it ends with, and what stands in its report. The rules are tested in test/migrations. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { orgconfig } from "../support/command.ts";

const folder = mkdtempSync(join(tmpdir(), "orgconfig-on-call-"));

function file(name: string, value: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof value === "string" ? value : JSON.stringify(value));
  return path;
}

const person = (id: string, summary: string) => ({ id, type: "user_reference", summary });
const ada = person("PADA001", "Ada Quill");

/** Ada alone, always; who is said to be on call is another matter. */
const schedule = (rendered: object) => ({
  schedule: {
    id: "PSCHED1",
    type: "schedule",
    name: "Nights",
    time_zone: "Europe/Berlin",
    schedule_layers: [
      {
        id: "PLAYER1",
        name: "Layer 1",
        start: "2020-01-06T09:00:00+01:00",
        end: null,
        rotation_virtual_start: "2020-01-06T09:00:00+01:00",
        rotation_turn_length_seconds: 604_800,
        users: [{ user: ada }],
        restrictions: [],
      },
    ],
    overrides_subschedule: { name: "Overrides", rendered_schedule_entries: [] },
    final_schedule: {
      name: "Final Schedule",
      rendered_schedule_entries: [
        { start: "2021-03-01T00:00:00Z", end: "2021-04-01T00:00:00Z", user: rendered },
      ],
    },
  },
});

it("ends with 0 where the same people are on call, with 3 where others are or nobody's address is known", async () => {
  const same = file("same.json", schedule(ada));
  const people = file("people.yaml", "PADA001: ada@example.com\nBen Oak: ben@example.com\n");
  const run = (...args: string[]) => orgconfig(["migrate", "pagerduty", ...args], {});
  const proved = await run(same, "--people", people, "--bundle");
  expect(proved).toMatchObject({ code: 0, stdout: expect.stringContaining("ada@example.com") });
  expect(proved.stderr).toContain(
    '- "Nights": 1 shift from 1 Mar 2021, 00:00 UTC to 1 Apr 2021, 00:00 UTC: the same people in all',
  );
  const other = await run(file("other.json", schedule(person("PBEN002", "Ben Oak"))), "--people", people);
  expect(other.code).toBe(3);
  expect(other.stdout).toContain("in PagerDuty ben@example.com, here ada@example.com");
  const unknown = await run(same);
  expect(unknown.code).toBe(3);
  expect(unknown.stderr).toContain('no file says the address of "Ada Quill" (PADA001)');
});

it("ends with 2 where a file does not come from the tool, or is not a map of people", async () => {
  const nothing = await orgconfig(["migrate", "pagerduty", file("nothing.json", { users: [] })], {});
  expect(nothing).toMatchObject({ code: 2, stdout: "" });
  for (const [text, message] of [
    ["- ada@example.com\n", "must be a map of names or ids to addresses"],
    ["Ada: nowhere\n", "Ada: must be an email address"],
  ] as const) {
    const people = file("wrong.yaml", text);
    const wrong = await orgconfig(
      ["migrate", "pagerduty", file("a.json", schedule(ada)), "--people", people],
      {},
    );
    expect(wrong).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(message) });
  }
});
