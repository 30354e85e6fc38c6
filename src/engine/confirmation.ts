/**
 * The question before what cannot be taken back, or leaves somebody without their alerts, at the doors where callers can
 * err: people click, models guess. A key may be made to be asked at REST, too. Without `confirm` the refusal shows what
 * would follow, and nothing is changed. What is harmless is done unasked; the console alone asks before each delete, in
 * its own dialog.
 */

import type { Kind } from "../kernel/kind.ts";
import { Refusal } from "../kernel/problem.ts";
import type { JsonObject } from "../kernel/validate.ts";
import { sentenceOf } from "../kernel/warning.ts";
import type { Call } from "./context.ts";
import type { Engine } from "./engine.ts";
import type { RowMove } from "./feature.ts";
import { confirmName, namedRow } from "./flat-input.ts";
import { rowIdOf } from "./kind-operations.ts";
import type { ConfigurationOperation, OperationInput } from "./operation.ts";
import type { Store } from "./ports/rows.ts";
import { pointing } from "./row-facts.ts";

export type ConfirmEngine = Pick<Engine, "get" | "list" | "drafted" | "existing" | "judged">;

/** What is grave of what is said of changes, by the word that counts it in `would`. */
const grave: Readonly<Record<string, string>> = {
  last_route: "reaches_nobody",
  last_target: "reaches_nobody",
  reaches_nobody: "reaches_nobody",
  no_secret: "no_secret",
  takes_all: "mutes",
  long_mute: "mutes",
  open_alerts: "open_alerts",
  notifications_off: "notifications_off",
};

/** Whether it says that alerts may reach nobody any more. */
export function leavesSomebodyOut(reason: string): boolean {
  return grave[reason] === "reaches_nobody";
}

/** Refuses what is to be confirmed and was not, with a question that shows what is at stake. */
export async function refuseUnconfirmed(
  operation: ConfigurationOperation,
  call: Call,
  given: OperationInput,
  engine: ConfirmEngine,
  store: Pick<Store, "referrers" | "row">,
): Promise<void> {
  const { input, output, description } = operation;
  if (operation.question !== undefined) {
    const asked = await operation.question(call, given);
    if (asked === undefined) return;
    const { message, current, would } = asked;
    throw question(
      call,
      message,
      { current, ...(would && { would }) },
      operation.confirms === "id" ? "id" : true,
    );
  }
  if ("definition" in input) {
    const { definition, verb } = input;
    if (verb === "delete") return refuseDeletion(call, definition, given, engine, store);
    return refuseGrave(call, definition, given, engine);
  }
  if (!("definition" in output)) throw question(call, description);
  const { definition } = output;
  const { body, etag } = await engine.get(
    call,
    definition,
    namedRow(operation, given.body) ?? definition.kind,
  );
  throw question(call, `${description} The present one is in current.`, { current: body, etag });
}

/** Writes of which something grave follows; its own refusals come first. */
async function refuseGrave(
  call: Call,
  definition: Kind,
  given: OperationInput,
  engine: ConfirmEngine,
): Promise<void> {
  const { id, body } = given;
  const { kind, shape } = definition;
  const named = shape === "setting" ? kind : id;
  const before = named === undefined ? undefined : await engine.existing(call, definition, named, given);
  const now = await engine.drafted(call, definition, named, body);
  const { would, said } = await stakes(engine, call, definition, [{ kind, id: now.id, before, now }]);
  if (Object.keys(would).length > 0)
    throw question(call, `This would be done, and then: ${said.join(" ")}`, {
      ...(before && { current: (await engine.get(call, definition, before.id)).body }),
      would,
    });
}

async function refuseDeletion(
  call: Call,
  definition: Kind,
  given: OperationInput,
  engine: ConfirmEngine,
  store: Pick<Store, "referrers" | "row">,
): Promise<void> {
  const { id: organizationId } = call.caller.organization;
  const id = await rowIdOf(engine, call, definition, given);
  const { body, etag } = await engine.get(call, definition, id);
  const referrers = await store.referrers(organizationId, definition.kind, id);
  const followers = referrers.filter(({ cascade }) => cascade);
  const going = [{ kind: definition.kind, id }, ...followers];
  const moves: RowMove[] = [];
  for (const one of new Map(going.map((row) => [`${row.kind}/${row.id}`, row])).values()) {
    const before = await store.row(organizationId, one.kind, one.id);
    if (before !== undefined) moves.push({ kind: one.kind, id: one.id, before, now: undefined });
  }
  const { would, said } = await stakes(engine, call, definition, moves);
  const secrets = moves.reduce((sum, { before }) => sum + Object.keys(before?.secrets ?? {}).length, 0);
  const lost: JsonObject = {
    ...would,
    ...(moves.length > 1 ? { rows: moves.length } : {}),
    ...(secrets > 0 ? { secrets } : {}),
  };
  // What comes back whole by undo, and takes nothing with it. What other rows point at is refused by itself.
  if (call.door !== "console" && Object.keys(lost).length === 0) return;
  const held = pointing(referrers.filter(({ cascade }) => !cascade));
  const gone = followers.length;
  const also = gone === 0 ? "" : ` ${gone} more ${gone === 1 ? "goes" : "go"} with it.`;
  const kept = secrets === 0 ? "" : " Its secrets cannot be brought back.";
  const more = said.length === 0 ? "" : ` ${said.join(" ")}`;
  throw question(
    call,
    `This would delete the row of ${definition.kind} in current; ${held} at it.${also}${kept}${more}`,
    { current: body, etag, references: referrers, would: lost },
  );
}

/** What is grave of what would be said of these changes: counted, and in sentences. */
async function stakes(
  engine: Pick<Engine, "judged">,
  call: Call,
  { decides }: Kind,
  moves: readonly RowMove[],
): Promise<{ readonly would: Record<string, number>; readonly said: readonly string[] }> {
  const warnings = (await engine.judged(call, moves)).filter(({ reason }) => grave[reason] !== undefined);
  const would: Record<string, number> = {};
  for (const { reason } of warnings) {
    // Only what decides who is notified keeps alerts from somebody where it lacks its secret.
    const name = (reason === "no_secret" && decides ? grave.reaches_nobody : grave[reason]) ?? reason;
    would[name] = (would[name] ?? 0) + 1;
  }
  return { would, said: warnings.map(sentenceOf) };
}

function question(
  { door }: Call,
  what: string,
  detail: Refusal["detail"] = {},
  answer: "id" | true = true,
): Refusal {
  const again =
    door === "rest"
      ? `?${confirmName}=${answer === "id" ? "the id once more" : "true"}`
      : answer === "id"
        ? "confirm as the id once more"
        : "confirm: true";
  // A person has a button.
  const how = door === "console" ? "" : ` Nothing was done: send it again with ${again} to go on.`;
  return new Refusal("conflict", `${what}${how}`, { reason: "confirm", ...detail });
}
