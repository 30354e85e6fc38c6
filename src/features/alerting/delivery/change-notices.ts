/** Notifies the targets of change_notifications of changes, from the audit records, as these are sealed. */
import { currentTime } from "../../../engine/clock.ts";
import type { Registry } from "../../../engine/feature.ts";
import type { AuditRecord, AuditTables } from "../../../engine/ports/audit.ts";
import type { Store, StoredRow, Vault } from "../../../engine/ports/rows.ts";
import { isLineOfProposal, movedIn } from "../../../engine/proposal-records.ts";
import { completed } from "../../../engine/render.ts";
import type { ConfigurationOf } from "../../../kernel/row-types.ts";
import type { ChangeNotifications } from "../../../resources/change-notifications.ts";
import { type ChangePolicies, changePoliciesKind } from "../../../resources/change-policies.ts";
import type { IdentityStore } from "../../identity/index.ts";
import { mailOf, placeOf, type SettingsPlace, type Words, wordsOf } from "./change-mails.ts";
import { createNames, createRowNames, messageOf, planMessageOf } from "./change-message.ts";
import { createWholeActs } from "./change-sets.ts";
import { changeTitle, planTitle } from "./change-text.ts";
import type { ChangeMessage, ChangePayload, NewDelivery, PlanMessage, PlanPayload } from "./messages.ts";
import { unsubscribeOf } from "./unsubscribing.ts";

export type ChangeVerb = ConfigurationOf<ChangeNotifications>["verbs"][number];

export interface ChangeNoticeDeps {
  readonly audit: Pick<AuditTables, "recordsOfPlan">;
  readonly store: Pick<Store, "row" | "rowsMatching">;
  readonly organizations: Pick<IdentityStore["organizations"], "find">;
  readonly definitions: Registry;
  readonly changeNotifications: ChangeNotifications;
  readonly siteUrl: string;
  readonly vault: Vault;
}

/** A row of change_notifications; changes before it was made are not notified. */
export type ChangeNotification = ConfigurationOf<ChangeNotifications> & Pick<StoredRow, "id" | "createdAt">;

/** What there is to send about records that are being sealed. */
export function createChangeNotices(deps: ChangeNoticeDeps) {
  const { store, organizations, definitions, changeNotifications, siteUrl } = deps;
  const wholeActs = createWholeActs(deps.audit);

  return async (organizationId: string, records: readonly AuditRecord[]): Promise<NewDelivery[]> => {
    if (!records.some((record) => record.plan !== undefined || verbOf(definitions, record))) return [];
    const rows = await store.rowsMatching(organizationId, changeNotifications.kind, { enabled: true });
    if (rows.length === 0) return [];
    const organization = await organizations.find(organizationId);
    if (organization === undefined) return [];
    const notifications = rows.map(
      ({ id, createdAt, configuration }): ChangeNotification => ({
        ...completed(changeNotifications, configuration),
        id,
        createdAt,
      }),
    );
    const place = placeOf(organization, siteUrl);
    const nameOf = createNames(store, definitions);
    const nameOfRow = createRowNames(store, definitions)(organizationId);
    const deliveries: NewDelivery[] = [];
    for (const act of await wholeActs(organizationId, records)) {
      const changes = act.records.flatMap((record) => {
        const verb = verbOf(definitions, record);
        return verb === undefined ? [] : [{ record, verb }];
      });
      const chosen = await chosenBy(deps, organizationId, act.records);
      for (const notification of notifications) {
        const [first, ...others] = changes.filter(({ record, verb }) =>
          isNotified(notification, record, verb, chosen.has(notification.id)),
        );
        if (first === undefined) continue;
        const { include_diff } = notification;
        const notice =
          act.plan === undefined
            ? changeNotice(await messageOf(first, place, nameOf, include_diff))
            : planNotice(await planMessageOf(act.plan, [first, ...others], place, nameOf, include_diff));
        const words =
          notification.channel === "email" ? await wordsOf(deps, notice.payload, nameOfRow) : undefined;
        deliveries.push(
          ...deliveriesOf(deps, notification, organizationId, notice, words && { words, place }),
        );
      }
    }
    return deliveries;
  };
}

/** The notifications that the policies of a proposal name. */
async function chosenBy(
  { store, definitions }: Pick<ChangeNoticeDeps, "store" | "definitions">,
  organizationId: string,
  records: readonly AuditRecord[],
): Promise<ReadonlySet<string>> {
  const chosen = new Set<string>();
  const definition = definitions[changePoliciesKind] as ChangePolicies;
  for (const id of new Set(records.flatMap((record) => movedIn(record)?.policies ?? []))) {
    const row = await store.row(organizationId, changePoliciesKind, id);
    if (row === undefined) continue;
    for (const one of completed(definition, row.configuration).change_notification_ids) chosen.add(one);
  }
  return chosen;
}

/**
 * What sort of change it was; undefined for a refusal, for what changed no field, as a test does, or is no row of a kind.
 * A proposal that comes to a status is one, and the lines next to its rows say the same again.
 */
export function verbOf(definitions: Registry, record: AuditRecord): ChangeVerb | undefined {
  const moved = movedIn(record);
  if (moved !== undefined) return moved.before === null ? "create" : "update";
  const definition = definitions[record.kind];
  if (record.outcome !== "success" || definition === undefined || isLineOfProposal(record)) return undefined;
  const { create, delete: remove } = definition.actionNames;
  if (record.action === create) return "create";
  if (record.action === remove) return "delete";
  return record.changes.length > 0 ? "update" : undefined;
}

/** Whether this notification is about this change, or was chosen for it; which its own creation is not: a pure function. An empty list is every one. */
export function isNotified(
  { id, resources, verbs, excluded_actors, createdAt }: ChangeNotification,
  record: AuditRecord,
  verb: ChangeVerb,
  isChosen = false,
): boolean {
  const { kind, rowId, actor, at } = record;
  const isAbout = (of: string, done: readonly string[]) =>
    (resources.length === 0 || resources.includes("*") || resources.includes(of)) &&
    (verbs.length === 0 || verbs.some((one) => done.includes(one)));
  // Of a proposal what it does to rows counts.
  const does = Object.entries(movedIn(record)?.does ?? { [kind]: [verb] });
  return (
    at >= createdAt &&
    !(rowId === id && verb === "create") &&
    (isChosen || does.some(([of, done]) => isAbout(of, done))) &&
    !excluded_actors.includes(actor.id) &&
    !excluded_actors.includes(actor.name)
  );
}

/** What a notice says, whoever it goes to. */
interface Notice {
  /** What it is about: with the notification's id, the source of its deliveries. */
  readonly source: string;
  /** One line, for people who look after the queue. */
  readonly title: string;
  readonly payload: ChangePayload | PlanPayload;
}

function changeNotice(message: ChangeMessage): Notice {
  const { sequence, at } = message;
  return {
    source: `change/${sequence}`,
    title: changeTitle(message),
    payload: { type: "change", at, message },
  };
}

function planNotice(message: PlanMessage): Notice {
  const { at, plan_id } = message;
  return { source: `plan/${plan_id}`, title: planTitle(message), payload: { type: "plan", at, message } };
}

function deliveriesOf(
  deps: Pick<ChangeNoticeDeps, "vault" | "siteUrl">,
  { id, name, channel, recipients }: ChangeNotification,
  organizationId: string,
  { source, title, payload }: Notice,
  mail: { readonly words: Words; readonly place: SettingsPlace } | undefined,
): NewDelivery[] {
  const shared = {
    organizationId,
    channel,
    source: `${source}/${id}`,
    subject: `[${payload.message.organization.name}] ${mail?.words.heading ?? title}`,
    at: currentTime(),
  };
  if (mail === undefined) return [{ ...shared, target: id, payload }];
  // An applied plan is one act, and its mail whole.
  const gathers = payload.type === "change" ? { gathers: true as const } : {};
  return recipients.map((target) => ({
    ...{ ...shared, ...gathers, target },
    payload: mailOf(name, mail.words, mail.place, unsubscribeOf(deps, { organizationId, id, email: target })),
  }));
}
