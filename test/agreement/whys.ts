/** What is said of why somebody was notified, or was not, compared with what became of the messages to them. */
import type { TestService } from "../support/service.ts";
import { tickMs, ticks } from "./organization.ts";
import { type Alert, must, type Organization } from "./world.ts";

/** Alerts of each organization that are asked about, for everybody. */
const askedOfOne = 4;

interface Sent {
  readonly alert: string;
  readonly sender: string;
  readonly target: string;
  readonly status: string;
}

/** Some of what lies in the queue arrives, some is given up, and the rest goes on waiting. */
async function settle(app: TestService, { tenant }: Organization): Promise<readonly Sent[]> {
  const { id } = tenant.organization;
  const settled = `UPDATE deliveries SET ended_at = now(), status = CASE abs(hashtext(id)) % 3 WHEN 0 THEN 'sent' ELSE 'parked' END,
      attempts = 1, last_error = 'out of order'
    WHERE organization_id = $1 AND status <> 'parked' AND abs(hashtext(id)) % 3 < 2`;
  await app.database.queryText({ name: "test-settle", text: settled }, [id]);
  const text = `SELECT reported.alert_id AS alert, reported.sender_id AS sender, one.target, one.status
    FROM delivery_alerts AS reported JOIN deliveries AS one
      ON one.organization_id = reported.organization_id AND one.source = reported.source
    WHERE reported.organization_id = $1 AND one.source NOT LIKE '%/resolved'`;
  return app.database.queryText<Sent>({ name: "test-settled", text }, [id]);
}

/** Who may be asked about, and which messages are to them. */
function everybody({ stored, rows }: Organization) {
  const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
  const boxes = stored.flatMap(({ kind, id, configuration }) =>
    kind === "outbound_configs" && configuration.kind === "email" ? [id] : [],
  );
  const naming = (teamId: string) =>
    new Set(
      [...rows.routes, ...rows.ownRoutes.values()].flatMap(({ id, configuration }) =>
        configuration.destinations.some(({ team_id }) => team_id === teamId) ? [id] : [],
      ),
    );
  const targets = [...rows.targets.keys()].map((target_id) => ({
    body: { target_id },
    isTo: ({ target }: Sent) => target === target_id,
  }));
  const people = ["ops@example.com", "member@example.com", "MAILBOX@example.com", "stranger@example.com"];
  const mailboxes = people.map((email) => ({
    body: { email },
    isTo: ({ target }: Sent) =>
      same(target, email) || (same(email, "mailbox@example.com") && boxes.includes(target)),
  }));
  const teams = stored
    .filter(({ kind }) => kind === "teams")
    .map(({ id, configuration }) => ({
      body: { team_id: id },
      isTo: ({ target, sender }: Sent) =>
        configuration.name === "people" && same(target, "member@example.com") && naming(id).has(sender),
    }));
  return [...targets, ...mailboxes, ...teams];
}

type Everybody = ReturnType<typeof everybody>[number];

/** Of alerts of which something was sent, of those that were kept back, and of the others some. */
function someOf({ alerts }: Organization): readonly Alert[] {
  const kept = alerts.filter(({ isKept }) => isKept);
  const silent = alerts.filter(({ isKept, happened }) => !isKept && happened.size === 0);
  const sent = alerts.filter(({ happened }) => happened.size > 0);
  return [kept, silent, sent.toReversed(), sent].flatMap((ones) => ones.slice(0, 1)).slice(0, askedOfOne);
}

export async function wrongWhys(app: TestService, one: Organization, base: number): Promise<string[]> {
  const sent = await settle(app, one);
  const wrong: string[] = [];
  for (const alert of someOf(one))
    for (const who of everybody(one)) wrong.push(...(await wrongWhy(one, alert, who, sent, base)));
  return wrong;
}

async function wrongWhy(
  one: Organization,
  alert: Alert,
  { body, isTo }: Everybody,
  all: readonly Sent[],
  base: number,
): Promise<string[]> {
  const answer = must(200, await one.tenant.api("POST", `alerts/${alert.id}/why`, { body })).body;
  const messages = all.filter((message) => message.alert === alert.id && isTo(message));
  const was = messages.some(({ status }) => status === "sent");
  const isNamed = answer.reason.startsWith("A message ");
  const isLate = answer.next_at !== null && Date.parse(answer.next_at) < base + (ticks - 1) * tickMs;
  const about = `why, seed ${one.seed}, ${alert.id} ${JSON.stringify(body)}: ${answer.reason}`;
  return [
    ...(answer.notified === was ? [] : [`${about} said ${answer.notified}, and it was ${was}`]),
    ...(isNamed === messages.length > 0 ? [] : [`${about} and there were ${messages.length} messages`]),
    ...(alert.endedAt !== null && answer.next_at !== null ? [`${about} something comes behind its end`] : []),
    ...(isLate ? [`${about} next is ${answer.next_at}, which is over`] : []),
  ];
}
