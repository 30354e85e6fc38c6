/** Gives an organization a past: what people changed, which alerts came and went, and what burns now. */
import type { Organization } from "../engine/context.ts";
import type { ConfigurationOperations } from "../engine/operation.ts";
import type { Actor } from "../kernel/kind.ts";
import type { JsonObject } from "../kernel/validate.ts";
import { openAlert, openAlerts, pastAlerts } from "./past-alerts.ts";
import { people } from "./people.ts";
import { known } from "./row.ts";
import { type Deed, story, waiting } from "./story.ts";
import { createAct, definitionOf, type Writer } from "./write.ts";

/**
 * @param writer which wrote the rows that all of it is about
 * @param members the ids of people by their addresses
 */
export async function writePast(
  operations: ConfigurationOperations,
  organization: Organization,
  { idOf }: Writer,
  members: ReadonlyMap<string, string>,
): Promise<void> {
  const act = createAct(operations, organization);
  const now = new Date();
  const actorOf = (email: string): Actor => {
    const id = members.get(email);
    const name = people.find((person) => person.email === email)?.name;
    if (id === undefined || name === undefined) throw new Error(`${email} is no member`);
    return { kind: "user", id, name };
  };
  const engine = idOf("connectors", ["alertmanager-shop"]);
  const notify = (receiver: string, alerts: readonly JsonObject[]) => {
    const body = { connector_id: engine, receiver, groupKey: receiver, groupLabels: {}, alerts: [...alerts] };
    return act("take_in_alerts", { body });
  };

  for (const deed of story) await doDeed(deed);
  await notify("past", pastAlerts(now));
  for (const open of openAlerts) await notify(idOf("alert_routes", [open.route]), [openAlert(now, open)]);
  const { data } = await act("list_alerts", { body: {} });
  for (const { trouble, takenBy } of openAlerts) {
    const alert = (data as JsonObject[]).find(({ title }) => title === trouble.summary);
    if (takenBy === undefined || alert === undefined) continue;
    await act("acknowledge_alert", { body: { id: alert.id } as JsonObject }, now, actorOf(takenBy));
  }

  for (const { minutes, who, title, reason, kind, key, fields } of waiting) {
    const edits = [{ op: "save", resource: kind, id: idOf(kind, key), fields }];
    const when = new Date(now.getTime() - minutes * 60_000);
    await act("propose_change", { body: { title, reason, edits } as JsonObject }, when, actorOf(who));
  }

  async function doDeed(deed: Deed): Promise<void> {
    const when = new Date(now.getTime() - deed.minutes * 60_000);
    if (deed.deed === "ask") {
      await act("resolve_deploy_gate", { body: { service: deed.service } }, when);
      return;
    }
    const id = idOf(deed.kind, deed.key);
    const body = known(deed.body, { now, slug: organization.slug, idOf });
    await act(definitionOf(deed.kind).actionNames.update, { id, body }, when, actorOf(deed.who));
  }
}
