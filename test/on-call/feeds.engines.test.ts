/** Calendars of shifts in khal, a calendar program that people run, as one that subscribes and reads again. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { calendarPrograms } from "../../scripts/engine-programs.mjs";
import { startService, type TestService } from "../support/service.ts";
import { ada, ben, makeScene, standStill, weeks } from "./scene.ts";

let test: TestService;
beforeAll(async () => {
  test = await startService();
});
afterAll(() => test.close());
afterEach(() => {
  vi.useRealTimers();
});

/** khal in a zone, with a calendar that is empty. */
function openKhal(zone: string) {
  const root = calendarPrograms();
  const folder = mkdtempSync(join(tmpdir(), "orgconfig-khal-"));
  const events = join(folder, "events");
  mkdirSync(events);
  const [settings, file] = [join(folder, "config"), join(folder, "feed.ics")];
  writeFileSync(
    settings,
    `[calendars]
[[shifts]]
path = ${events}
[sqlite]
path = ${join(folder, "khal.db")}
[locale]
local_timezone = ${zone}
default_timezone = ${zone}
timeformat = %H:%M
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
datetimeformat = %Y-%m-%d %H:%M
longdatetimeformat = %Y-%m-%d %H:%M
[default]
default_calendar = shifts
`,
  );
  const env = {
    ...{ HOME: folder, TZ: "UTC", LC_ALL: "C.UTF-8" },
    PYTHONPATH: join(root, "usr/lib/python3/dist-packages"),
    PYTZ_TZDATADIR: join(root, "usr/share/zoneinfo"),
    PYTHONTZPATH: join(root, "usr/share/zoneinfo"),
  };
  const khal = (...words: string[]) =>
    execFileSync("/usr/bin/python3", [join(root, "usr/bin/khal"), "-c", settings, ...words], {
      ...{ env, encoding: "utf8" },
    });
  return {
    /** Takes what a calendar's address answers now: events of known UIDs change, all others come in addition. */
    async read(url: string): Promise<void> {
      const { status, text } = await test.send("GET", new URL(url).pathname);
      expect(status, text).toBe(200);
      writeFileSync(file, text);
      khal("import", "--batch", "-a", "shifts", file);
      expect(readdirSync(events)).toHaveLength(text.match(/^UID:/gm)?.length ?? 0);
    },
    /** Events of some days, by the zone's clock, and by whether they take place. */
    list(from: string, to: string) {
      const format = "{cancelled}|{start-long-full} to {end-long-full}|{title}";
      const lines = khal("list", "--once", "--day-format", "", "--format", format, from, to);
      const all = lines
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => line.split("|") as [string, string, string]);
      const of = (isCancelled: boolean) =>
        all
          .filter(([cancelled]) => (cancelled !== "") === isCancelled)
          .map(([, when, title]) => [when, title]);
      return { takesPlace: of(false), cancelled: of(true) };
    },
  };
}

it("has shifts at the hours of the rota's zone in khal, also after an override and its end", async () => {
  // pytz, which khal uses, knows no change of clocks after 2037. Clocks go back on Sunday 26 October 2036.
  standStill(new Date("2036-10-15T12:00:00Z"));
  const rotations = [{ ...weeks, starts_on: "2036-10-20" }];
  const { api, config, rota } = await makeScene(test, { name: "Payments, EU; cards", rotations });
  const { url } = (await api("POST", `on_call_rotas/${rota}/feed`, { body: {} })).body;
  const khal = openKhal("Europe/Berlin");
  const titleOf = (email: string) => `Payments, EU; cards, primary: ${email}`;
  const listed = () => khal.list("2036-10-20", "2036-10-30");

  await khal.read(url);
  const asItIs = [
    ["2036-10-20 09:00 to 2036-10-27 09:00", titleOf(ada)],
    ["2036-10-27 09:00 to 2036-11-03 09:00", titleOf(ben)],
  ];
  expect(listed()).toEqual({ takesPlace: asItIs, cancelled: [] });
  expect(khal.list("2037-03-24", "2037-03-29").takesPlace).toEqual([
    ["2037-03-23 09:00 to 2037-03-30 09:00", titleOf(ada)],
  ]);

  // The Sunday, which has 25 hours.
  const override = await config("POST", "on_call_overrides", {
    body: {
      ...{ rota_id: rota, role: "primary", email: ben, replaces: ada },
      ...{ starts_at: "2036-10-25T22:00:00Z", ends_at: "2036-10-26T23:00:00Z" },
    },
  });
  expect(override.status, override.text).toBe(201);
  await khal.read(url);
  const sunday = ["2036-10-26 00:00 to 2036-10-27 00:00", titleOf(ben)];
  const monday = ["2036-10-27 00:00 to 2036-10-27 09:00", titleOf(ada)];
  expect(listed()).toEqual({
    takesPlace: [["2036-10-20 09:00 to 2036-10-26 00:00", titleOf(ada)], sunday, monday, asItIs[1]],
    cancelled: [],
  });

  expect((await config("DELETE", `on_call_overrides/${override.body.id}`)).status).toBe(200);
  await khal.read(url);
  expect(listed()).toEqual({ takesPlace: asItIs, cancelled: [sunday, monday] });
});
