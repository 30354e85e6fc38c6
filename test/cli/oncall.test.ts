/** `orgconfig oncall`: who is on call, and an exit code that says whether a time is left to nobody. */
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { orgconfig as run } from "../support/command.ts";
import { makePerson } from "../support/people.ts";
import { startService, type TestService } from "../support/service.ts";

let test: TestService;
let env: Record<string, string>;
let writing: Record<string, string>;
beforeAll(async () => {
  test = await startService();
  const { organization, config } = await test.makeTenant({ plan: "business" });
  await test.service.server.listen({ host: "127.0.0.1", port: 0 });
  const { port } = test.service.server.server.address() as AddressInfo;
  const key = (await test.makeKey(organization.id, ["api:config_read"])).value;
  env = { ORGCONFIG_URL: `http://127.0.0.1:${port}`, ORGCONFIG_KEY: key };
  writing = { ...env, ORGCONFIG_KEY: (await test.makeKey(organization.id, ["api:admin"])).value };
  for (const name of ["ada", "ben"]) await makePerson(test.database, organization.id, `${name}@example.com`);
  const rotation = {
    ...{ role: "primary", starts_on: "2026-01-05", handover: { every: 1, unit: "weeks" } },
    turns: [{ people: ["ada@example.com"] }, { people: ["ben@example.com"] }],
  };
  const always = { timezone: "UTC", must_cover: { always: true } };
  for (const body of [
    { ...always, name: "Payments", rotations: [rotation] },
    { ...always, name: "Search", rotations: [{ ...rotation, ends_on: "2026-01-11" }] },
  ])
    expect((await config("POST", "on_call_rotas", { body })).status).toBe(201);
});
afterAll(() => test.close());

const oncall = (...args: string[]) => run(["oncall", ...args], env);

it("prints who is on call at a time, and who comes next", async () => {
  const { code, stdout, stderr } = await oncall("--at", "2026-01-07T12:00:00Z");
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toBe(
    [
      ...["Payments", "  primary: ada@example.com, until 12 Jan 2026, 09:00 UTC, then ben@example.com"],
      ...["Search", "  primary: ada@example.com, until 12 Jan 2026, 00:00 UTC", ""],
    ].join("\n"),
  );
  const one = await oncall("Search", "--at", "2026-02-01T00:00:00Z", "--json");
  expect(JSON.parse(one.stdout).rotas).toMatchObject([
    { name: "Search", roles: [{ people: [], next: null }] },
  ]);
  const wrong = await oncall("Serach");
  expect([wrong.code, wrong.stderr]).toEqual([
    2,
    'orgconfig: no rota is called "Serach"; there are: Payments, Search\n',
  ]);
});

it("exits with 0 where all is covered, and with 3 where a time is left to nobody", async () => {
  const covered = await oncall("coverage", "Payments", "--days", "7");
  expect([covered.code, covered.stderr]).toEqual([0, ""]);
  // Nobody here has a device; whose turn it is depends on the week.
  const byMail =
    / {2}(ada|ben)@example\.com, .+ UTC to .+ UTC: is reached by mail alone, so that a page waits until it is read; have them add a device under How you are reached\n/;
  expect(covered.stdout).toMatch(new RegExp(`^Payments: covered\n(${byMail.source}){1,2}$`));
  const open = await oncall("coverage");
  expect(open.code).toBe(3);
  const gap = / {2}nobody as primary from .+ UTC to .+ UTC\n/;
  expect(open.stdout).toMatch(
    new RegExp(`^Payments: covered\n(${byMail.source})+Search: not covered\n${gap.source}$`),
  );
  const json = await oncall("coverage", "Search", "--json");
  expect([json.code, JSON.parse(json.stdout).rotas[0].covered]).toEqual([3, false]);
  expect((await oncall("coverage", "--days", "0")).code).toBe(2);
});

it("says what being on call asks of each person, in lines, JSON and CSV", async () => {
  const week = ["--from", "2099-01-05T09:00:00Z", "--to", "2099-01-06T09:00:00Z"];
  const { code, stdout, stderr } = await oncall("load", ...week);
  expect([code, stderr, stdout]).toEqual([
    ...[
      0,
      "",
      expect.stringMatching(/^\w+@example\.com: past 0 h, 0 nights, 0 weekends; planned 24 h, 1 night, /),
    ],
  ]);
  const json = await oncall("load", ...week, "--json");
  expect(JSON.parse(json.stdout).data).toMatchObject([{ planned: { hours: 24 }, pages: 0 }]);
  expect((await oncall("load", ...week, "--csv")).stdout).toMatch(
    /^email,name,past_hours,.*\r\n\w+@example\.com,/,
  );
});

it("takes a shift, gives it back, and swaps two", async () => {
  const shift = (...args: string[]) => run(["oncall", ...args], writing);
  // Ben's week, and the one of Ada's after it.
  const [from, to, ada, end] = ["05", "06", "12", "13"].map((day) => `2099-01-${day}T12:00:00Z`) as [
    ...[string, string, string, string],
  ];
  const { stdout: who } = await run(["oncall", "Payments", "--at", from, "--json"], env);
  const [first] = JSON.parse(who).rotas[0].roles[0].people as { email: string }[];
  const [one, other] = first?.email === "ada@example.com" ? ["ada", "ben"] : ["ben", "ada"];
  const [mine, theirs] = [`${one}@example.com`, `${other}@example.com`];
  const taken = await shift(
    ...[
      "take",
      "Payments",
      "--from",
      from,
      "--to",
      to,
      "--of",
      mine,
      "--with",
      theirs,
      "--reason",
      "A move.",
    ],
  );
  expect([taken.code, taken.stderr]).toEqual([0, ""]);
  expect(taken.stdout).toMatch(
    new RegExp(
      `^${theirs} is on call in the place of ${mine} from 5 Jan 2099, 12:00 UTC to 6 Jan 2099, 12:00 UTC\nTo take it back: orgconfig undo --run take_shift/`,
    ),
  );
  const back = await shift("take", "Payments", "--from", from, "--to", to, "--of", theirs, "--with", mine);
  expect([back.code, back.stderr]).toEqual([0, ""]);
  const swapped = await shift(
    ...["swap", "Payments", "--from", from, "--to", to, "--of", mine, "--with", theirs],
    ...["--return-from", ada, "--return-to", end, "--json"],
  );
  expect([swapped.code, swapped.stderr]).toEqual([0, ""]);
  expect(JSON.parse(swapped.stdout).overrides).toMatchObject([
    { email: theirs, replaces: mine },
    { email: mine, replaces: theirs },
  ]);
  const nobody = await shift("take", "Payments", "--from", from, "--to", to, "--of", mine, "--with", theirs);
  expect([nobody.code, nobody.stderr]).toEqual([
    1,
    expect.stringContaining(`names ${mine}, who is not on call as primary`),
  ]);
  const open = await shift(
    ...["swap", "Payments", "--to", to, "--return-from", ada, "--return-to", end, "--with", theirs],
  );
  expect([open.code, open.stderr]).toEqual([2, expect.stringContaining("--of is needed")]);
});
