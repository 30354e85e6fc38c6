/** A proof is of exactly what was tried: of a route that has changed since, or a target of which has, none is left. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { created } from "../alerts/support.ts";
import { credentials, type Receivers, startReceivers } from "../support/receivers.ts";
import { startService, type TestService } from "../support/service.ts";
import { type Drilled, makeDrilled, go as sendAndLook, startDrill, watched } from "./scene.ts";

let app: TestService;
let receivers: Receivers;
beforeAll(async () => {
  receivers = await startReceivers();
  app = await startService({ ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1" });
});
afterAll(async () => {
  await app.close();
  await receivers.close();
});
beforeEach(() => {
  receivers.received.length = 0;
  receivers.faults.length = 0;
});

const go = () => sendAndLook(app, receivers);
const provedAt = async (here: Drilled, id = here.first) =>
  (await here.tenant.config("GET", `alert_routes/${id}`)).body.last_proved_at;
const drilled = async (here: Drilled, about: object = { route_id: here.first }) => {
  const { body } = await startDrill(here, about);
  await go();
  // The end too, before anything is changed: what comes later would wait behind it.
  await app.service.delivery.flush();
  const { status, message } = (await here.tenant.api("GET", `drills/${body.id}`)).body;
  return { status, message };
};
const put = async (here: Drilled, path: string, body: object) =>
  expect((await here.tenant.config("PUT", path, { body })).status).toBe(200);
const attention = async (here: Drilled) => {
  const { body } = await here.tenant.api("GET", "attention");
  return body.sections.find(({ section }: { section: string }) => section === "drills")?.data ?? [];
};

it.each([
  [
    "its destinations",
    (here: Drilled) => [`alert_routes/${here.first}`, { destinations: [{ outbound_config_id: here.rest }] }],
  ],
  ["its matchers", (here: Drilled) => [`alert_routes/${here.first}`, { matchers: ['service="pay"'] }]],
  ["its severity", (here: Drilled) => [`alert_routes/${here.first}`, { severity_override: "info" }]],
  [
    "the address of its target",
    (here: Drilled) => [
      `outbound_configs/${here.night}`,
      { url: `${receivers.url}/hook?to=elsewhere`, secret: credentials.webhook },
    ],
  ],
  [
    "the secret of its target",
    (here: Drilled) => [`outbound_configs/${here.night}`, { secret: `whsec_${"b".repeat(43)}=` }],
  ],
  ["whether its target is on", (here: Drilled) => [`outbound_configs/${here.night}`, { enabled: false }]],
] as const)("ends with a change of %s, until a drill proves it anew", async (_what, change) => {
  const here = await makeDrilled(app, receivers, { prove_every_days: 30 });
  expect(await drilled(here)).toEqual({ status: "proved", message: null });
  expect([await provedAt(here), await attention(here)]).toEqual([expect.any(String), []]);
  const [path, body] = change(here) as [string, object];
  await put(here, path, body);
  expect(await provedAt(here)).toBeNull();
  expect(await attention(here)).toMatchObject([
    {
      id: here.first,
      state: "unproved",
      why: expect.stringContaining("since it, or a target of it, changed"),
    },
  ]);
  await put(here, `outbound_configs/${here.night}`, { enabled: true, secret: credentials.webhook });
  expect(await drilled(here)).toEqual({ status: "proved", message: null });
  expect([await provedAt(here), await attention(here)]).toEqual([expect.any(String), []]);
});

it("stays with what says nothing of the way of its alerts", async () => {
  const here = await makeDrilled(app, receivers);
  await drilled(here);
  const before = await provedAt(here);
  await put(here, `alert_routes/${here.first}`, { name: "Nights", prove_every_days: 7 });
  await put(here, `outbound_configs/${here.night}`, { name: "Night hook" });
  await put(here, `outbound_configs/${here.rest}`, {
    url: `${receivers.url}/hook?to=other`,
    secret: credentials.webhook,
  });
  expect([before, await provedAt(here)]).toEqual([expect.any(String), before]);
});

it("is not made for a route that changed while the drill was under way", async () => {
  const here = await makeDrilled(app, receivers);
  const { body } = await startDrill(here, { route_id: here.first });
  await put(here, `alert_routes/${here.first}`, { matchers: ['service="pay"'] });
  await go();
  expect((await here.tenant.api("GET", `drills/${body.id}`)).body.status).toBe("proved");
  expect(await provedAt(here)).toBeNull();
});

it("is not made for a route of which a target is off or a team has no members", async () => {
  const here = await makeDrilled(app, receivers);
  const off = await created(here, "outbound_configs", {
    ...{ name: "off", kind: "webhook", secret: credentials.webhook, enabled: false },
    url: `${receivers.url}/hook?to=off`,
  });
  const team = await created(here, "teams", { name: "Payments" });
  const named = [{ outbound_config_id: here.night }, { outbound_config_id: off }, { team_id: team }];
  await put(here, `alert_routes/${here.first}`, { destinations: named });
  await watched(here, "pay", { labels: { team: "payments" } });
  expect((await drilled(here, { service: "pay" })).status).toBe("proved");
  expect(await provedAt(here)).toBeNull();
  expect(await drilled(here)).toEqual({
    status: "failed",
    message:
      'Not all of the route was tried: the target "off" is off and the team "Payments" has no members.',
  });
  // The others got it.
  expect(receivers.received.filter(({ path }) => path === "/hook?to=night")).not.toEqual([]);
  expect(await provedAt(here)).toBeNull();
});
