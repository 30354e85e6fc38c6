/** What people do about a page: they acknowledge it, or pass it on to the next role. */

import { currentTime } from "../../../engine/clock.ts";
import type { Call } from "../../../engine/context.ts";
import { invokeNamed } from "../../../engine/invoke.ts";
import type { ConfigurationOperations } from "../../../engine/operation.ts";
import { withTransaction } from "../../../engine/transaction.ts";
import { levelOfRole } from "../../../kernel/access.ts";
import { newRequestId } from "../../../kernel/ids.ts";
import { Refusal } from "../../../kernel/problem.ts";
import { readable } from "../../../kernel/readable.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { whoIsNext } from "../../../renderers/alerting/on-call.ts";
import { hashOf, type IdentityStore, ownMailId, type Ways } from "../../identity/index.ts";
import { closings, stopSettled } from "./settled.ts";
import { type GoingOnDeps, goesOnTo } from "./shift-changes.ts";
import type { PageOutcome, PageToken } from "./store.ts";

export interface AnswerDeps extends GoingOnDeps {
  readonly identity: Pick<IdentityStore, "users">;
  readonly ways: Pick<Ways, "stepsOf" | "addressOf">;
  /** The one that acknowledges an alert is among them. */
  readonly operations: () => ConfigurationOperations;
  /** What was decided is to be sent, and others are to stop ringing. */
  readonly soon: () => void;
}

/** A page as whoever answers it knows it. */
export interface Answering {
  readonly organizationId: string;
  readonly id: string;
  readonly email: string;
}

export interface Answered {
  readonly outcome: "acknowledged" | "passed_on";
  readonly alertIds: readonly string[];
  /** Who gets it now, where it was passed on. */
  readonly people: readonly string[];
}

/** Alerts that are acknowledged with one answer. */
const mostAlerts = 1_000;

export type Answers = ReturnType<typeof createAnswers>;

export function createAnswers(deps: AnswerDeps) {
  /**
   * What fails halfway is done again by another press, and what the person has acknowledged already is theirs: the answer is
   * the same.
   * @param way the kind of way by which it came, as it is on record
   * @throws Refusal 409 where others were faster, its alerts have ended, or this was answered before
   */
  async function acknowledge(page: Answering, way: string): Promise<Answered> {
    const call = await personCall(deps, page, `page by ${way}`);
    const alertIds: string[] = [];
    for (const id of await deps.pages.in(deps.store).alertsOf(page, mostAlerts, call.caller.actor.name))
      if (await isTaken(deps, call, id)) alertIds.push(id);
    if (alertIds.length === 0) {
      await stopSettled(deps);
      throw await over(deps, page);
    }
    const isAnswer = await withTransaction(deps.store, [], async (writer) => {
      const pages = deps.pages.in(writer);
      const closedBy = `${page.email} by ${way}`;
      const closed = await pages.close(page, "acknowledged", closedBy);
      if (closed === undefined) return pages.noteAnswer(page, call.caller.actor.name, closedBy);
      await deps.queue.add(writer, closings(closed, `Acknowledged by ${page.email}`));
      return true;
    });
    if (!isAnswer) throw await over(deps, page);
    deps.soon();
    return { outcome: "acknowledged", alertIds, people: [] };
  }

  /** @throws Refusal 409 where nobody else is on call */
  async function passOn(page: Answering, way: string): Promise<Answered> {
    const call = await personCall(deps, page, `page by ${way}`);
    const open = await deps.pages.in(deps.store).named(page);
    if (open === undefined) throw await over(deps, page);
    const rotas = await deps.rotasOf(page.organizationId, call.now);
    const reach = whoIsNext(rotas, { rota_id: open.rotaId, role: open.role }, call.now, page.email);
    if (reach === undefined)
      throw new Refusal("conflict", "Nobody is on call in another role of the rota: it stays with you.");
    const to = reach.destinations.flatMap(({ email }) => email ?? []);
    const alertIds = await deps.pages.in(deps.store).alertsOf(page, mostAlerts);
    const isPassedOn = await withTransaction(deps.store, [], async (writer) => {
      const closed = await deps.pages.in(writer).close(page, "passed_on", `${page.email} by ${way}`);
      if (closed === undefined) return false;
      await deps.queue.add(writer, closings(closed, `Passed on to ${to.join(" and ")}`));
      await goesOnTo(deps, writer, closed, { people: to, role: reach.role });
      const sent = { senderId: closed.senderId, alertIds, reaches: [reach] };
      await deps.onRecord(writer, page.organizationId, sent, call.now);
      return true;
    });
    if (!isPassedOn) throw await over(deps, page);
    deps.soon();
    return { outcome: "passed_on", alertIds, people: to };
  }

  return {
    acknowledge,
    passOn,
    /** What a token is good for; undefined where it is not one of ours. */
    tokenOf: (token: string) => deps.pages.in(deps.store).token(hashOf(token)),
    /**
     * Which of several answers counts is decided by who closes the page: a token needs no lock of its own, and a press that was
     * answered by a failure of ours can be repeated at once.
     * @throws Refusal 404 for no token of ours, 403 for one of a way that was removed, 409 for one that has ended
     */
    async byToken(token: string, what: "acknowledge" | "pass_on"): Promise<Answered> {
      const found = await deps.pages.in(deps.store).token(hashOf(token));
      if (found === undefined)
        throw new Refusal("not_found", "There is no such page; see the alert in the console.");
      const isOver = found.closedAt !== null && found.outcome !== "acknowledged";
      if (isOver || found.expired) throw new Refusal("conflict", overText(found));
      await refuseFromRemoved(deps, found);
      const { organizationId, pageId: id, email, way } = found;
      return (what === "acknowledge" ? acknowledge : passOn)({ organizationId, id, email }, way);
    },
  };
}

/** What became of the page. */
async function over(
  { pages, store }: Pick<AnswerDeps, "pages" | "store">,
  page: Answering,
): Promise<Refusal> {
  return new Refusal("conflict", endText(await pages.in(store).endOf(page)));
}

/** Why a token does nothing more. */
export function overText(token: PageToken): string {
  return token.closedAt === null
    ? "This was good for 24 hours; acknowledge the alert in the console."
    : endText(token);
}

/** A device that was lost still shows what came to it. @throws Refusal 403 where its owner has removed it */
async function refuseFromRemoved({ ways }: AnswerDeps, { wayId, email }: PageToken): Promise<void> {
  if (wayId === ownMailId || (await ways.addressOf(wayId)) !== undefined) return;
  throw new Refusal(
    "forbidden",
    `The way by which this came was removed from the account of ${email}; acknowledge the alert in the console.`,
  );
}

const endWords: Partial<Record<PageOutcome, string>> = {
  ended: "its alerts ended",
  nobody: "nobody is on call any more",
};

function endText(end: Pick<PageToken, "closedAt" | "outcome" | "closedBy"> | undefined): string {
  if (end === undefined || end.closedAt === null) return "It is over: there is nothing to acknowledge.";
  const { closedAt, outcome, closedBy } = end;
  const by = closedBy === null ? "" : ` by ${closedBy}`;
  return `It is over: ${endWords[outcome ?? "ended"] ?? `${outcome?.replace("_", " ")}${by}`} on ${readable(closedAt)}.`;
}

/** Acknowledges an alert. @returns whether it is theirs: somebody else may have been faster, or it ended meanwhile */
async function isTaken(deps: Pick<AnswerDeps, "store" | "operations">, call: Call, id: string) {
  try {
    const input = { id, body: { id } };
    const { body } = await invokeNamed(deps.store, deps.operations(), call, "acknowledge_alert", input);
    return (body as JsonObject).acknowledged_by === call.caller.actor.name;
  } catch (error) {
    if (error instanceof Refusal && error.code === "conflict") return false;
    throw error;
  }
}

/**
 * What the person may do now, whatever they might when they were paged. Whoever is paged may say that they are at it: their role
 * decides about all else. @throws Refusal 403
 */
async function personCall({ identity }: AnswerDeps, page: Answering, run: string): Promise<Call> {
  const user = await identity.users.byEmail(page.email);
  const memberships = user === undefined ? [] : await identity.users.memberships(user.id);
  const membership = memberships.find(({ organization }) => organization.id === page.organizationId);
  if (user === undefined || membership === undefined)
    throw new Refusal("forbidden", `${page.email} is no member of the organization any more.`);
  return {
    caller: {
      actor: { kind: "user", id: user.id, name: user.email },
      organization: membership.organization,
      level: levelOfRole(membership.role) === "read" ? "operate" : levelOfRole(membership.role),
      readOnlyKey: false,
      userId: user.id,
    },
    door: "rest",
    requestId: newRequestId(),
    address: undefined,
    now: currentTime(),
    run,
  };
}
