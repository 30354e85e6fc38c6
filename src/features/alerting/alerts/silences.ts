/**
 * Mutes and the silences of Alertmanagers, held equal: an agent shows what its engine has, and is notified what to change
 * there; what changes here is written in the same transaction.
 */
import { asService, type Call } from "../../../engine/context.ts";
import type { InputOf } from "../../../engine/input.ts";
import { type ConfigurationOperation, configurationOperation } from "../../../engine/operation.ts";
import type { Writer } from "../../../engine/ports/rows.ts";
import { completed } from "../../../engine/render.ts";
import { withTransaction } from "../../../engine/transaction.ts";
import { oneLine } from "../../../kernel/one-line.ts";
import { Refusal } from "../../../kernel/problem.ts";
import { momentOf, parseTimestamp } from "../../../kernel/timestamps.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import type { Mute } from "../../../renderers/alerting/mutes.ts";
import {
  type Exchange,
  exchangeOf,
  matcherTexts,
  type NewLink,
  type NewSilence,
  type Silence,
  type Span,
} from "../../../renderers/alerting/silences.ts";
import { alertMutes } from "../../../resources/alert-mutes.ts";
import { currentMutes } from "../events/index.ts";
import { type AlertDeps, requireConnector } from "./deps.ts";
import { silencesInput, silencesOutput } from "./engine-shapes.ts";
import { writeMute } from "./muting.ts";

/** Silences that become mutes in one call; the others in the next ones. */
const mostAdopted = 500;
const mostBytes = 33_554_432;

export function exchangeSilencesOperation(deps: AlertDeps): ConfigurationOperation {
  return configurationOperation({
    name: "exchange_silences",
    level: "operate",
    effect: "update",
    unheld:
      "what an engine has already becomes a mute, so that both say the same; what only a person says is held",
    takesAway: true,
    title: "Exchange silences",
    description:
      "An agent reports which silences its Alertmanager has, and is answered which to create there and which to expire. Active mutes with matchers become silences. Silences made at the engine become mutes; deleting such a mute expires its silence.",
    tag: "alerts",
    method: "PUT",
    engineScope: "engine:agent",
    path: "/api/v1/render/{connector_id}/silences",
    maxBytes: mostBytes,
    input: silencesInput,
    output: silencesOutput,
    forPrograms: true,
    fromEngines: true,
    async answer(call, { connector_id, silences }) {
      const { id } = call.caller.organization;
      await requireConnector(deps, id, connector_id);
      const answer = await withTransaction(deps.store, [`${id}/silences`], (writer) =>
        exchange(deps, writer, call, connector_id, silences.map(silenceOf)),
      );
      deps.onCommit?.();
      return answer;
    },
  });
}

function silenceOf(silence: InputOf<typeof silencesInput>["silences"][number]): Silence {
  const { id, state, matchers, created_by, comment, starts_at, ends_at } = silence;
  return {
    id,
    state,
    matchers: matchers.map(({ name, value, is_regex, is_equal }) => ({
      name,
      value,
      isRegex: is_regex,
      isEqual: is_equal,
    })),
    createdBy: created_by,
    comment,
    startsAt: momentOf(starts_at),
    endsAt: parseTimestamp(ends_at) as Date,
  };
}

async function exchange(
  deps: AlertDeps,
  writer: Writer,
  call: Call,
  connectorId: string,
  there: readonly Silence[],
): Promise<JsonObject> {
  const { id: organizationId } = call.caller.organization;
  const stored = deps.silences.in(writer);
  const at = await stored.now();
  const alive = there.filter(({ state }) => state !== "expired");
  await stored.see(
    organizationId,
    connectorId,
    alive.map(({ id }) => id),
  );
  const known = await stored.list(organizationId, alertMutes.kind, call.now);
  const changes = exchangeOf({
    there,
    links: known.filter((one) => one.connectorId === connectorId),
    elsewhere: known.filter((one) => one.connectorId !== connectorId),
    mutes: await silencing(deps, writer, call),
    now: call.now,
  });
  await endMutes(deps, writer, call, changes.end);
  await moveMutes(deps, writer, call, changes.move);
  const { links, refused } = await adopt(deps, writer, call, changes);
  await stored.keepUnheld(organizationId, connectorId, unheldOf(refused));
  await stored.remove(organizationId, connectorId, changes.unlink);
  await stored.add(organizationId, connectorId, [...changes.link, ...links]);
  const alerts = deps.alerts.in(writer);
  return {
    at: at.toISOString(),
    alerts_wanted:
      (await alerts.hasTruncated(organizationId, connectorId)) ||
      (await deps.heldFirings.in(writer).any(organizationId, connectorId)) ||
      (await alerts.hasUnconfirmed(organizationId, connectorId)),
    create: changes.create.map(shownSilence),
    expire: [...changes.expire],
    refused: refused.map(({ silence: { id }, message }) => ({ id, message })),
  };
}

/** Those that silences can stand for: a rhythm is rendered, and what holds for some routes only no silence can say. */
async function silencing({ events }: AlertDeps, writer: Writer, call: Call): Promise<Mute[]> {
  const mutes = await currentMutes(events.in(writer), call.caller.organization.id, call.now);
  return mutes.filter(
    ({ pattern, routeIds, times }) =>
      pattern === null && routeIds.length === 0 && times.schedule.length === 0,
  );
}

async function endMutes(deps: AlertDeps, writer: Writer, call: Call, ids: readonly string[]): Promise<void> {
  for (const id of ids)
    await deps.engine
      .in(writer)
      .remove(byEngine(call, "alerts"), alertMutes, id)
      .catch((error: unknown) => {
        // Somebody else deleted it meanwhile.
        if (!(error instanceof Refusal && error.code === "not_found")) throw error;
      });
}

/** A mute is shown, and foretold, with the times of its silence: who moves those there moves it. */
async function moveMutes(
  deps: AlertDeps,
  writer: Writer,
  call: Call,
  moves: Exchange["move"],
): Promise<void> {
  for (const { muteId, startsAt, endsAt } of moves) {
    const by = byEngine(call, "alerts");
    const until = endsAt.toISOString();
    const row = await deps.engine.in(writer).mutate(by, alertMutes, muteId, {
      action: "update_alert_mute",
      of({ configuration }) {
        const before = completed(alertMutes, configuration);
        const starts_at = startsAt > call.now ? startsAt.toISOString() : before.starts_at;
        const after = { starts_at, until, duration_minutes: null };
        const names = Object.keys(after) as (keyof typeof after)[];
        return {
          configuration: after,
          state: { expires_at: until },
          changes: names.flatMap((field) =>
            before[field] === after[field] ? [] : [{ field, before: before[field], after: after[field] }],
          ),
        };
      },
    });
    await writeMute(deps, writer, by, { before: row, after: row });
  }
}

/** A silence that no mute stands for, and why. */
interface Unheld {
  readonly silence: Silence;
  readonly message: string;
}

/** So many of an engine are named in forecasts; of the others it is said how many they are. */
const mostNamed = 5;

function unheldOf(refused: readonly Unheld[]) {
  const named = refused.slice(0, mostNamed).map(({ silence: { id, comment, endsAt }, message }) => ({
    id,
    comment: oneLine(comment, longestName),
    until: endsAt.toISOString(),
    message,
  }));
  return { count: refused.length, named };
}

const otherTimes = "a mute with the same matchers holds at another time; delete it, or give it that time";
const notYet = "it becomes a mute with one of the next exchanges";

/** A mute for each silence, by the rules of the kind; what they refuse is reported, and is no mute. */
async function adopt(deps: AlertDeps, writer: Writer, call: Call, { adopt, uncovered }: Exchange) {
  const links: NewLink[] = [];
  const refused: Unheld[] = [
    ...uncovered.map((silence) => ({ silence, message: otherTimes })),
    ...adopt.slice(mostAdopted).map(({ silence }) => ({ silence, message: notYet })),
  ];
  for (const { silence, ...span } of adopt.slice(0, mostAdopted)) {
    try {
      // Whoever made the silence is who made the mute; that the service wrote it, the actor's kind shows.
      const by = byEngine(call, oneLine(silence.createdBy, longestName) || "Alertmanager");
      const muteId = await deps.engine.in(writer).create(by, alertMutes, bodyOf(silence, span, call.now));
      links.push({ silenceId: silence.id, muteId, madeThere: true });
    } catch (error) {
      if (!(error instanceof Refusal) || error.detail.reason === "needs_approval") throw error;
      refused.push({ silence, message: error.message });
    }
  }
  return { links, refused };
}

const longestName = 255;

/**
 * What the engine has waits for nobody. Of whom has no engine's key nobody knows whether the engine has it: a person would
 * come past the change policies with a silence that is nowhere.
 */
function byEngine(call: Call, name: string): Call {
  const { actor, engine } = call.caller;
  if (actor.kind === "user") return call;
  const by = asService(call, "alerts", name);
  return engine === undefined && actor.kind !== "service" ? { ...by, held: true } : by;
}

function bodyOf(silence: Silence, { startsAt, endsAt }: Span, now: Date): JsonObject {
  const comment = Array.from(silence.comment.trim()).slice(0, alertMutes.fields.reason.max).join("");
  return {
    // Alertmanager takes one twice.
    matchers: [...new Set(matcherTexts(silence))],
    reason: comment === "" ? "A silence without a comment" : comment,
    ...(startsAt > now && { starts_at: startsAt.toISOString() }),
    until: endsAt.toISOString(),
  };
}

function shownSilence({ matchers, startsAt, endsAt, createdBy, comment }: NewSilence): JsonObject {
  return {
    matchers: matchers.map(({ name, value, isRegex, isEqual }) => ({
      name,
      value,
      is_regex: isRegex,
      is_equal: isEqual,
    })),
    starts_at: startsAt.toISOString(),
    ends_at: endsAt.toISOString(),
    created_by: createdBy,
    comment,
  };
}
