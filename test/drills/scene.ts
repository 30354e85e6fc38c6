/** Two routes to webhooks of their own, and what drills of them do. */
import { expect } from "vitest";
import { weekDays } from "../../src/kernel/hours.ts";
import { created, makeScene, type Scene } from "../alerts/support.ts";
import { credentials, type Receivers } from "../support/receivers.ts";
import type { Answer, TestService } from "../support/service.ts";

export interface Drilled extends Scene {
  readonly night: string;
  readonly rest: string;
  readonly first: string;
}

/** The night's critical ones, then everything. */
export async function makeDrilled(
  app: TestService,
  receivers: Receivers,
  more: object = {},
): Promise<Drilled> {
  const made = await makeScene(app);
  const { tenant } = made;
  const target = (name: string) =>
    created(made, "outbound_configs", {
      name,
      kind: "webhook",
      url: `${receivers.url}/hook?to=${name}`,
      secret: credentials.webhook,
    });
  const [night, rest] = [await target("night"), await target("rest")];
  const first = await created(made, "alert_routes", {
    name: "Payments night",
    position: -10,
    matchers: ['service=~"pay(ments)?"', 'severity="critical"', 'team!=""'],
    destinations: [{ outbound_config_id: night }],
    ...more,
  });
  const { status } = await tenant.config("PUT", `alert_routes/${made.route}`, {
    body: { destinations: [{ outbound_config_id: rest }] },
  });
  expect(status).toBe(200);
  return { ...made, night, rest, first };
}

/** A drill_schedule that is due now, or so many hours from now. */
export function weekly(inHours = 0) {
  const at = new Date(Date.now() + inHours * 3_600_000 - 60_000);
  return {
    day: weekDays[at.getUTCDay()],
    time: at.toISOString().slice("2026-03-02T".length, -":00.000Z".length),
    timezone: "UTC",
  };
}

export const startDrill = (to: Scene, body: object): Promise<Answer> =>
  to.tenant.api("POST", "drills", { body });

/** Sends what waits in the queue, and looks at the drills before and then. */
export async function go(app: TestService, receivers: Receivers): Promise<void> {
  await app.service.drills.flush();
  await app.service.delivery.flush();
  expect(receivers.faults).toEqual([]);
  await app.service.drills.flush();
}

/** Something whose alerts a drill of the service plays. */
export const watched = (to: Scene, service: string, more: object = {}): Promise<string> =>
  created(to, "alert_heartbeats", {
    ...{ name: `${service} lives`, service, every_minutes: 1_440, severity: "critical" },
    ...more,
  });
