/**
 * The run of an agent's calls, where no header names one: its client's name and its session. Clients of before 2026-07-28
 * say their name once, in `initialize`; the session's id that they get there holds it, so that nothing is kept of a
 * session and any node knows it. Clients of 2026-07-28 say it in each call and have no session: their credential and the
 * day stand for it.
 */
import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { Call } from "../../engine/context.ts";
import type { Json } from "../../kernel/field.ts";
import { isRun, runNamed } from "../../kernel/run.ts";
import { isObject, type JsonObject } from "../../kernel/validate.ts";
import { envelopeNames } from "./frame.ts";

export const sessionHeader = "mcp-session-id";

const [, clientInfo] = envelopeNames;
/** Leaves room for the rest of a run's name. */
const longestClient = 100;

/** A new session's id, for the answer of `initialize`. */
export function newSession({ params }: JsonObject): string {
  const client = isObject(params) ? clientOf(params.clientInfo) : undefined;
  return `${(client ?? "client").replaceAll(" ", "-")}:${randomUUID()}`;
}

/** The call, with the run that its message is a part of. A session's id that is no run's name says nothing. */
export function withRun(call: Call, headers: IncomingHttpHeaders, { params }: JsonObject): Call {
  if (call.run !== undefined) return call;
  const session = headers[sessionHeader];
  const meta = isObject(params) && isObject(params._meta) ? params._meta : {};
  const client = clientOf(meta[clientInfo]);
  const { caller, now } = call;
  const run =
    client === undefined
      ? typeof session === "string" && isRun(session)
        ? session
        : undefined
      : runNamed(client, caller.actor.id, now.toISOString().slice(0, 10));
  return run === undefined ? call : { ...call, run };
}

function clientOf(info: Json | undefined): string | undefined {
  if (!isObject(info) || typeof info.name !== "string") return undefined;
  const version = typeof info.version === "string" ? info.version : "";
  return runNamed(info.name, version)?.slice(0, longestClient);
}
