/**
 * How a page begins, and how its steps are taken: in the transaction of what it is about, and later when they are due. Each step
 * puts one message into the queue, and is taken once over any number of nodes.
 */
import { currentTime } from "../../../engine/clock.ts";
import type { WithExecutor } from "../../../engine/ports/executor.ts";
import type { Writer } from "../../../engine/ports/rows.ts";
import { withTransaction } from "../../../engine/transaction.ts";
import { newId } from "../../../kernel/ids.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { alertMail, alertSubject } from "../../../renderers/alerting/formats/mail.ts";
import { isUrgent, pageMessage } from "../../../renderers/alerting/formats/page.ts";
import type { Ground } from "../../ground.ts";
import { newSecret, ownMailId, type WayStep, type Ways } from "../../identity/index.ts";
import { type DeliveryQueue, type NewDelivery, personTarget } from "../delivery/index.ts";
import type { PageStep } from "./column-types.ts";
import type { PageOrder } from "./shapes.ts";
import { takeSteps } from "./steps.ts";
import type { DuePage, PageStore, PageWriter, Ringing } from "./store.ts";

export interface BookDeps extends Pick<Ground, "store" | "siteUrl"> {
  readonly pages: PageStore;
  readonly ways: Pick<Ways, "stepsOf">;
  readonly queue: Pick<DeliveryQueue, "add" | "mails">;
}

/** Of what pages are about, what no mute of a route and no other alert keeps back; what does is on record then. */
export type UnheldPages = (writer: Writer, sendings: readonly Ringing[]) => Promise<readonly Ringing[]>;

/** Pages of one transaction. */
const batch = 50;
/** Alerts that a later message of a page still lists. */
const mostKept = 10;
const mailAfterSeconds = 60;

export type PageBook = ReturnType<typeof createPageBook>;

export function createPageBook(deps: BookDeps) {
  return {
    /** Pages people, and takes their first steps. */
    async begin(writer: Writer, organizationId: string, orders: readonly PageOrder[]): Promise<void> {
      if (orders.length === 0) return;
      const pages = deps.pages.in(writer);
      const begun = await pages.begin(organizationId, await pagesOf(deps, writer, orders));
      if (begun.length === 0) return;
      const due = await pages.due(begun.length, begun);
      // What is sent at once lists all alerts that the message has.
      const whole = new Map(orders.map(({ source, message, chart }) => [source, { message, chart }]));
      const wholes = due.map((page) => ({ ...page, ...whole.get(page.source) }));
      await takeAll(deps, writer, pages, wholes);
    },
    /** Takes all steps that are due now. @param unheld what is kept back waits @returns how many pages had one */
    async takeDue(unheld: UnheldPages): Promise<number> {
      let all = 0;
      if (!(await deps.pages.in(deps.store).anyDue())) return all;
      for (let taken = batch; taken === batch; all += taken)
        taken = await withTransaction(deps.store, [], async (writer) => {
          const pages = deps.pages.in(writer);
          const due = await pages.due(batch);
          const ringing = new Set((await unheld(writer, await pages.ringing(due))).map(({ id }) => id));
          await takeAll(
            deps,
            writer,
            pages,
            due.filter(({ id }) => ringing.has(id)),
          );
          return due.length;
        });
      return all;
    },
  };
}

async function pagesOf({ ways }: BookDeps, reader: WithExecutor, orders: readonly PageOrder[]) {
  const emails = (urgent: boolean) =>
    orders.filter(({ message }) => isUrgent(message) === urgent).map(({ email }) => email);
  const [page, other] = [
    await ways.stepsOf(reader, emails(true), "page"),
    await ways.stepsOf(reader, emails(false), "other"),
  ];
  return orders.map(({ source, senderId, rotaId, role, email, message, why }) => {
    const urgent = isUrgent(message);
    const steps = stepsFor((urgent ? page : other).get(email) ?? []);
    const kept = { ...message, alerts: message.alerts.slice(0, mostKept) };
    return {
      ...{ id: newId("page"), source, email, sender_id: senderId, rota_id: rotaId, role, urgent },
      ...{ message: kept, why, steps, first_seconds: steps[0]?.after_seconds ?? 0 },
    };
  });
}

/** Where their own steps leave out their mail, it comes a minute after the last of them: no page hangs on a device alone. */
function stepsFor(steps: readonly WayStep[]): PageStep[] {
  const own = steps.map(({ way: { id, kind }, afterSeconds }) => ({
    ...{ way_id: id, kind, after_seconds: afterSeconds },
  }));
  if (own.some(({ way_id }) => way_id === ownMailId)) return own;
  const last = own.at(-1);
  const after_seconds = last === undefined ? 0 : last.after_seconds + mailAfterSeconds;
  return [...own, { way_id: ownMailId, kind: "mail", after_seconds }];
}

/** What is sent at once has the chart, too. */
type Due = DuePage & { readonly chart?: PageOrder["chart"] };

interface Step {
  readonly delivery: NewDelivery;
  readonly token: JsonObject;
  readonly again: boolean;
}

async function takeAll(
  deps: BookDeps,
  writer: Writer,
  pages: PageWriter,
  due: readonly Due[],
): Promise<void> {
  // Where there is no mail server a mail is held: nobody waits for it.
  const isVain = ({ kind }: PageStep) => kind === "mail" && !deps.queue.mails;
  const taking = due.map((page) => ({
    page,
    ...takeSteps(page.steps, page.taken, page.sinceSeconds, isVain),
  }));
  const steps = taking.flatMap(({ page, due: now }) =>
    now.map((step, at) => ({ page, ...stepOf(deps, page, step, page.taken + at) })),
  );
  await deps.queue.add(
    writer,
    steps.map(({ delivery }) => delivery),
  );
  await pages.keepTokens(steps.map(({ token }) => token));
  for (const { page, delivery, again } of steps) if (again) await pages.reportAgain(page, delivery.source);
  await pages.move(
    taking.map(({ page: { organizationId, id }, taken, nextSeconds }) => ({
      ...{ organization_id: organizationId, id, taken },
      ...(nextSeconds !== null && { next_seconds: nextSeconds }),
    })),
  );
}

/** A way that is taken again has a source of its own: a target gets one message for each source. */
function stepOf({ siteUrl }: BookDeps, page: Due, step: PageStep, at: number): Step {
  const { organizationId, id, email, message, why, chart } = page;
  const again = page.steps.slice(0, at).some(({ way_id }) => way_id === step.way_id);
  const source = again ? `${page.source}/page/${at}` : page.source;
  const { value, hash } = newSecret();
  const subject = alertSubject(message);
  const shared = { organizationId, source, subject, at: currentTime(), secret: true } as const;
  const token = {
    ...{ organization_id: organizationId, page_id: id, way: step.kind, way_id: step.way_id },
    hash: hash.toString("hex"),
  };
  if (step.way_id === ownMailId)
    return {
      ...{ token, again },
      delivery: {
        ...{ ...shared, channel: "email", target: email },
        payload: alertMail(message, { ...why, chart, acknowledgeUrl: `${siteUrl}/acknowledge/${value}` }),
      },
    };
  const { kind, way_id: wayId } = step;
  return {
    ...{ token, again },
    delivery: {
      ...{ ...shared, channel: "page", target: personTarget({ email, kind, wayId }) },
      payload: {
        type: "page",
        message: pageMessage(message),
        page: { id, token: value, about: message.dedup_key },
      },
    },
  };
}
