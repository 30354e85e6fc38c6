/**
 * Notifies people of their shifts: a day before one begins, when it begins and when it ends, with what is open, and when a
 * change moves shifts of theirs. What they were notified of last is kept next to until when it was looked: whatever moved a shift,
 * a row, an undo, somebody who left, shows by comparison, and each is sent once over any number of nodes.
 */
import { currentTime } from "../../../engine/clock.ts";
import type { Feature, KindHooks } from "../../../engine/feature.ts";
import type { ConfigurationOperations } from "../../../engine/operation.ts";
import { eachOnItsOwn, Periodic } from "../../../engine/periodic.ts";
import { completed } from "../../../engine/render.ts";
import { withTransaction } from "../../../engine/transaction.ts";
import { onCallRotas } from "../../../resources/on-call-rotas.ts";
import { outboundConfigs } from "../../../resources/outbound-configs.ts";
import { dayMs } from "../../../shifts/clock.ts";
import type { Ground } from "../../ground.ts";
import type { Identity, Teams } from "../../identity/index.ts";
import { createOnCallRows, type ReadOnCall } from "../../on-call/index.ts";
import { calmChannel, holdsIncidents } from "../alerts/index.ts";
import type { DeliveryQueue } from "../delivery/index.ts";
import { type Due, dueAt } from "./due.ts";
import { type MessageFacts, mailsOf, messageTo } from "./messages.ts";
import { openAt } from "./open.ts";
import { type AnnouncedStore, createAnnouncedStore } from "./store.ts";

const everyMs = 60_000;
const firstMs = 20_000;

export interface HandOverNeeds {
  readonly identity: Pick<Identity, "store">;
  readonly teams: Pick<Teams, "roster">;
  readonly queue: DeliveryQueue;
  /** Those that say what is open. */
  readonly operations: ConfigurationOperations;
}

export interface HandOvers extends Feature {
  /** Notifies everybody what is due, now. @param at as though it were then */
  look(at?: Date): Promise<void>;
}

interface Deps extends HandOverNeeds, Pick<Ground, "store" | "siteUrl"> {
  readonly announced: AnnouncedStore;
  readonly rowsOf: ReadOnCall;
}

export function createHandOvers(ground: Ground, needs: HandOverNeeds): HandOvers {
  const announced = createAnnouncedStore(ground.database);
  const deps = { ...ground, ...needs, announced, rowsOf: createOnCallRows(needs.teams) };
  const look = async (at?: Date) =>
    eachOnItsOwn(await announced.organizations(), (id) => announce(deps, id, at ?? currentTime()));
  const watch = new Periodic({
    name: "hand-overs of people on call",
    everyMs,
    firstMs,
    log: ground.log,
    run: () => look(),
  });
  return {
    name: "hand-overs",
    kinds: { [onCallRotas.kind]: rotaHooks },
    background: [watch],
    look,
  };
}

const rotaHooks = {
  async check(reader, call, { handover_target_id: id }) {
    if (id === null) return [];
    const row = await reader.row(call.caller.organization.id, outboundConfigs.kind, id);
    if (row === undefined || !holdsIncidents(completed(outboundConfigs, row.configuration).kind)) return [];
    const message =
      "is a pager, which would call somebody at each hand-over: name a chat, a mailbox or a webhook";
    return [{ field: "handover_target_id", message }];
  },
} satisfies KindHooks<typeof onCallRotas>;

async function announce(deps: Deps, organizationId: string, now: Date): Promise<void> {
  const last = await deps.announced.last(organizationId);
  const rows = await deps.rowsOf(deps.store, organizationId);
  const due = dueAt(now, rows, last);
  if (!due.isDue) return;
  const organization = await deps.identity.store.organizations.find(organizationId);
  if (organization === undefined) return;
  const begun = due.handOvers.flatMap(({ goes, at }) => [at - dayMs, ...goes.map(({ from }) => from)]);
  const open = begun.length === 0 ? [] : await openAt(deps, organization, now, sinceOf(begun, now));
  const nameOf = (email: string) => rows.names.get(email) ?? email;
  const deliveries = await messagesOf(deps, due, {
    ...{ organization, nameOf, now, open },
    siteUrl: deps.siteUrl,
  });
  await withTransaction(deps.store, [], async (writer) => {
    if (await deps.announced.in(writer).put(organizationId, due.announced, now, last?.lookedUntil))
      await deps.queue.add(writer, deliveries);
  });
  if (deliveries.length > 0) deps.queue.wake();
}

/** Since when the shift went that ended, for as long as the timeline answers. */
function sinceOf(begun: readonly number[], now: Date): Date {
  return new Date(Math.max(Math.min(...begun), now.getTime() - 30 * dayMs));
}

async function messagesOf({ store }: Deps, due: Due, facts: MessageFacts) {
  const mails = mailsOf(due, facts);
  const announced = due.handOvers.flatMap((one) =>
    one.target === null ? [] : [{ ...one, target: one.target }],
  );
  const channels = await Promise.all(
    announced.map(async (one) => {
      const channel = await calmChannel(store, facts.organization.id, one.target);
      return channel === undefined ? [] : [messageTo(channel, one, facts)];
    }),
  );
  return [...mails, ...channels.flat()];
}
