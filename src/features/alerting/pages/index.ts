/**
 * Pages: what is sent to a person on call goes by their ways, one after the other, until somebody acknowledges it. It follows the
 * shift, and can be passed on.
 */
import { currentTime } from "../../../engine/clock.ts";
import type { Feature } from "../../../engine/feature.ts";
import type { ConfigurationOperations } from "../../../engine/operation.ts";
import { Periodic } from "../../../engine/periodic.ts";
import type { Reader } from "../../../engine/ports/rows.ts";
import { withTransaction } from "../../../engine/transaction.ts";
import type { RotaRows } from "../../../renderers/alerting/on-call.ts";
import { dayMs } from "../../../shifts/clock.ts";
import type { Ground } from "../../ground.ts";
import { type Identity, ownMailId, type Ways } from "../../identity/index.ts";
import type { Delivery, Outbox } from "../delivery/index.ts";
import { type Answers, createAnswers } from "./answer.ts";
import type { PageBook, UnheldPages } from "./book.ts";
import { pageCalls } from "./calls.ts";
import { pagesDoor } from "./door.ts";
import { phoneDoor } from "./phone.ts";
import { createPageSend } from "./send.ts";
import { stopSettled } from "./settled.ts";
import { followShifts, type GoingOnDeps } from "./shift-changes.ts";
import type { PageStore, PageWriter } from "./store.ts";

export { createPageBook, type PageBook, type UnheldPages } from "./book.ts";
export { payloadFor } from "./payload.ts";
export { type PageOrder, pagesField, shownPage } from "./shapes.ts";
export { createPageStore, type PageStore, pagesOver } from "./store.ts";

const roundsMs = 1_000;
const followMs = 15_000;
const tidyMs = 3_600_000;
const keptDays = 40;
const mostForgotten = 10_000;
/** People who are sent to at once. */
const places = 30;
const share = 20;

export interface Pages extends Feature {
  readonly answers: Answers;
  readonly door: ReturnType<typeof pagesDoor> & ReturnType<typeof phoneDoor>;
  /** Does and sends all that is due now. */
  flush(): Promise<void>;
  /** Hands over what nobody has acknowledged to who is on call now. */
  follow(): Promise<void>;
}

export interface PagesNeeds {
  readonly alerts: {
    readonly paging: { readonly pages: PageStore; readonly book: PageBook };
    readonly rowsOf: (reader: Reader, organizationId: string, at: Date) => Promise<RotaRows>;
    readonly recordOnCall: GoingOnDeps["onRecord"];
    readonly channelOf: GoingOnDeps["channelOf"];
    readonly unheldPages: UnheldPages;
  };
  readonly ways: Ways;
  readonly queue: Outbox;
  readonly delivery: Pick<Delivery, "workerOf">;
  readonly identity: Pick<Identity, "store">;
  readonly operations: () => ConfigurationOperations;
}

export function createPages(ground: Ground, needs: PagesNeeds): Pages {
  const { queue, ways, alerts } = needs;
  const { pages, book } = alerts.paging;
  const { log, store } = ground;
  const deps = {
    ...{ ...ground, ...needs, ...alerts.paging, identity: needs.identity.store },
    rotasOf: (organizationId: string, at: Date) => alerts.rowsOf(store, organizationId, at),
    onRecord: alerts.recordOnCall,
    channelOf: alerts.channelOf,
  };
  const inTransaction = <T>(work: (writer: PageWriter) => Promise<T>) =>
    withTransaction(store, [], (writer) => work(pages.in(writer)));
  const wake = () => {
    rounds.wake();
    queue.wake();
  };
  const takeRounds = async () => {
    if (!(await pages.in(store).anyOpen())) return;
    for (const page of await pages.in(store).behindMails(ownMailId))
      await inTransaction((writer) => writer.hurry(page));
    if ((await stopSettled(deps)) + (await book.takeDue(alerts.unheldPages)) > 0) queue.wake();
  };
  const rounds = new Periodic({ name: "steps of pages", everyMs: roundsMs, run: takeRounds, log });
  const shifts = new Periodic({
    name: "pages that follow the shift",
    everyMs: followMs,
    run: async () => {
      if ((await followShifts(deps)) > 0) queue.wake();
    },
    log,
  });
  const tidy = new Periodic({
    name: "old pages",
    everyMs: tidyMs,
    run: () =>
      inTransaction(async (writer) => {
        await writer.forgetPhoned();
        await writer.forget(new Date(currentTime().getTime() - keptDays * dayMs), mostForgotten);
      }),
    log,
  });
  const send = createPageSend({
    ...{ ...ground, pages: pages.in(store), ways, deliveries: queue.store },
    notePhoned: (wayId, about) => inTransaction((writer) => writer.notePhoned(wayId, about)),
    isKeptBack: (page) =>
      withTransaction(store, [], async (writer) => {
        const going = await alerts.unheldPages(writer, await pages.in(writer).ringing([page]));
        return going.length === 0 && (await pages.in(writer).alertsOf(page, 1)).length > 0;
      }),
    hurry: (page) => inTransaction((writer) => writer.hurry(page)).then(() => rounds.wake()),
  });
  const worker = needs.delivery.workerOf({ channels: ["page"], places, share, anyOrder: true, send });
  queue.onWake(() => worker.wake());
  const answers = createAnswers({ ...deps, soon: wake });
  const phoning = {
    ...{ answers, pages: pages.in(store), ways, siteUrl: ground.siteUrl },
    phoneToken: ground.settings.phone?.token,
  };
  return {
    name: "pages",
    operations: pageCalls({ answers, pages: pages.in(store) }),
    background: [rounds, shifts, tidy, ...worker.background],
    close: () => worker.stop(),
    answers,
    door: { ...pagesDoor(answers), ...phoneDoor(phoning) },
    follow: () => shifts.now(),
    async flush() {
      await rounds.now();
      await worker.flush();
    },
  };
}
