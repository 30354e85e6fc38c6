/** `orgconfig drill` as it is typed: it follows the drill to its end, and the exit code is the answer. */
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Drilled, makeDrilled, watched } from "../drills/scene.ts";
import { orgconfig as run } from "../support/command.ts";
import { type Receivers, startReceivers } from "../support/receivers.ts";
import { startService, type TestService } from "../support/service.ts";

let app: TestService;
let receivers: Receivers;
let here: Drilled;
let env: Record<string, string>;
let looks: NodeJS.Timeout;
beforeAll(async () => {
  receivers = await startReceivers();
  app = await startService({ ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1" });
  here = await makeDrilled(app, receivers);
  await app.service.server.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.service.server.server.address() as AddressInfo;
  const { value } = await app.makeKey(here.tenant.organization.id, ["api:admin"]);
  env = { ORGCONFIG_URL: `http://127.0.0.1:${port}`, ORGCONFIG_KEY: value };
  // As a service does by itself.
  looks = setInterval(() => {
    app.service.delivery.flush().then(
      () => app.service.drills.flush(),
      () => {},
    );
  }, 200);
});
afterAll(async () => {
  clearInterval(looks);
  await app.close();
  await receivers.close();
});

const drill = (...args: readonly string[]) => run(["drill", ...args], env);

it("prints each place with its time, and exits 0 once it is proved", async () => {
  const { code, stdout, stderr } = await drill("--route", "Payments night");
  expect([code, stderr]).toEqual([0, ""]);
  const lines = stdout.trimEnd().split("\n");
  expect(lines[0]).toMatch(/^The drill drill_\w+, times in UTC:$/);
  expect(lines[1]).toBe(
    "  night is unknown: Nothing was ever sent to it: test it, or send a drill through it.",
  );
  expect(lines.slice(2, -1).map((line) => /^ {2}[\d:.]{12} {2}(\w+) +\S/.exec(line)?.[1])).toEqual([
    "intake",
    "decided",
    "queued",
    "sent",
    "taken",
  ]);
  expect(lines.at(-1)).toBe("Proved.");
});

it("with a key that is asked needs --confirm, and nobody is notified before", async () => {
  const { value } = await app.makeKey(here.tenant.organization.id, ["api:admin"], { ask: true });
  const asked = { ...env, ORGCONFIG_KEY: value };
  const before = (await here.tenant.api("GET", "drills")).body.data.length;
  const held = await run(["drill", "--target", here.rest], asked);
  expect([held.code, held.stderr]).toEqual([2, expect.stringContaining("people are notified now")]);
  expect(held.stderr).toContain("--confirm");
  expect((await here.tenant.api("GET", "drills")).body.data).toHaveLength(before);
  const done = await run(["drill", "--target", here.rest, "--confirm"], asked);
  expect([done.code, done.stderr]).toEqual([0, ""]);
});

it("takes a target by its id, and prints the drill at its end as JSON", async () => {
  const { code, stdout } = await drill("--target", here.rest, "--format", "json");
  expect([code, JSON.parse(stdout)]).toEqual([
    0,
    expect.objectContaining({ status: "proved", target_id: here.rest }),
  ]);
});

it("exits 1 where nobody is notified, and says why", async () => {
  await watched(here, "cart");
  const mute = { matchers: ['service="cart"'], reason: "works", duration_minutes: 60 };
  await here.tenant.config("POST", "alert_mutes", { body: mute });
  const { code, stdout } = await drill("--service", "cart");
  expect(code).toBe(1);
  expect(stdout).toMatch(/\nFailed: Nobody is notified: it is muted by service="cart"\.\n$/);
});

it("follows each way of a service's alerts, and says which it does not try", async () => {
  await watched(here, "pay", { labels: { team: "payments" } });
  await watched(here, "pay", { name: "job", severity: "warning" });
  await watched(here, "pay", { name: "old job", enabled: false });
  const { code, stdout } = await drill("--service", "pay");
  expect(code, stdout).toBe(0);
  const lines = stdout.trimEnd().split("\n");
  expect(lines.filter((line) => line.startsWith("  of "))).toEqual([
    '  of "job", by "all"',
    '  of "pay lives", by "Payments night"',
  ]);
  expect(lines.filter((line) => line === "Proved.")).toHaveLength(2);
  expect(lines.at(-1)).toBe('Not tried: "old job", because it is off.');
  const json = await drill("--service", "pay", "--json");
  const { status, drills, ways } = JSON.parse(json.stdout);
  expect([json.code, status, drills.length, ways.length]).toEqual([0, "proved", 2, 3]);
});

it("says whose messages did not arrive before", async () => {
  await here.tenant.config("PUT", `outbound_configs/${here.night}`, { body: { enabled: false } });
  const { code, stdout } = await drill("--route", "Payments night");
  expect(code).toBe(1);
  await here.tenant.config("PUT", `outbound_configs/${here.night}`, { body: { enabled: true } });
  expect(stdout).toContain('Failed: Nobody is notified: the target "night" is off.');
});

it.each([
  ["nothing that it is about", [], "name one of --route, --target and --service"],
  ["two of them", ["--service", "a", "--route", "b"], "name one of"],
  ["a route that there is not", ["--route", "Nobody", "--json"], "route_id: names no alert route"],
  ["another end", ["--service", "a", "--until", "seen"], "Allowed choices are sent, acknowledged"],
] as const)("exits 2 with %s", async (_, args, words) => {
  const { code, stdout, stderr } = await drill(...args);
  expect([code, stdout + stderr]).toEqual([2, expect.stringContaining(words)]);
});

it("exits 3 with nobody there", async () => {
  const away = { ...env, ORGCONFIG_URL: "http://127.0.0.1:1" };
  const { code, stdout } = await run(["drill", "--service", "a", "--format", "json"], away);
  expect([code, JSON.parse(stdout).error]).toEqual([3, "no_answer"]);
});
