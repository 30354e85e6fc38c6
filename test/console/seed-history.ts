/** Alerts of the last weeks that are over: what a replay is looked at and tested with. */
import { webhook } from "../alerts/support.ts";
import type { Console } from "./browser.ts";
import { act } from "./people.ts";

export interface SeededHistory {
  /** The only route that takes the alerts of the service "night". */
  readonly routeId: string;
  readonly targetId: string;
}

const hourMs = 3_600_000;
/** Of each severity one, which is late six times. */
const jobs = ["backup", "invoice", "report"];

/** 18 alerts of the last 27 days, and the route and the target by which each was sent. */
export async function seedHistory(console_: Console): Promise<SeededHistory> {
  const { test, organization } = console_;
  const { id: connector } = await act(console_, "create_connector", {
    name: "Alertmanager of the nights",
    type: "observability",
    connector_type: "alertmanager",
  });
  const { id: targetId } = await act(console_, "create_outbound_config", {
    name: "Night pager",
    kind: "webhook",
    url: "https://hooks.example.com/night",
  });
  const { id: routeId } = await act(console_, "create_alert_route", {
    name: "Nights",
    position: 1,
    matchers: ['service="night"'],
    destinations: [{ outbound_config_id: targetId }],
  });
  const { value } = await test.makeKey(organization.id, ["api:admin"]);
  const days = [1, 2, 2, 4, 7, 8, 8, 8, 9, 12, 13, 15, 18, 19, 19, 22, 25, 27];
  // No day begins or ends among them, whenever this runs.
  const noon = new Date().setUTCHours(12, 0, 0, 0);
  for (const [index, day] of days.entries()) {
    const startsAt = new Date(noon - day * 24 * hourMs - index * 60_000);
    const one = {
      name: `NightJob-${index}`,
      startsAt: startsAt.toISOString(),
      labels: {
        alertname: "NightJobLate",
        service: "night",
        severity: ["critical", "error", "warning"][index % 3] ?? "",
      },
      annotations: { summary: `The ${jobs[index % 3]} of the night is late` },
    };
    const endsAt = new Date(startsAt.getTime() + hourMs).toISOString();
    for (const fired of [one, { ...one, endsAt }]) {
      const answer = await test.send("POST", `/api/v1/intake/alertmanager/${connector}`, {
        headers: { authorization: `Bearer ${value}` },
        body: webhook({ receiver: routeId, group: one.name }, [fired]),
      });
      if (answer.status >= 300) throw new Error(answer.text);
    }
  }
  await test.service.alerts.flush();
  await test.service.alerts.putIntoHistory();
  return { routeId, targetId };
}
