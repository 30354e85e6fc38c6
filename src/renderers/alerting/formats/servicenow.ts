/**
 * Incidents by ServiceNow's Table API. The incident of a group is the open one with its key for correlation_id: it is
 * looked for first, so that a repetition becomes a note, and a try whose answer was lost opens no second incident.
 * https://docs.servicenow.com/bundle/latest/page/integrate/inbound-rest/concept/c_TableAPI.html
 */

import type { AlertMessage } from "../../../kernel/alert-message.ts";
import type { Json } from "../../../kernel/field.ts";
import { jsonOf, memberOf, plain } from "../../connection-tests/probe.ts";
import { notTaken, readBy } from "./answers.ts";
import {
  endpoint,
  type Format,
  type Step,
  type Target,
  type TargetReply,
  tokenHeaders,
  unset,
} from "./format.ts";
import { urgencies, vendorWord } from "./severity.ts";
import { fitted, plainText } from "./texts.ts";

const tablePath = "/api/now/table/incident";
/** What the fields of the incident table take. */
const longest = { short_description: 160, notes: 4_000 } as const;
/** Resolved, closed and canceled. */
const endedStates = "6,7,8";
const resolved = "6";
/** One of the codes that come with ServiceNow. */
const closeCode = "Solution provided";

export const servicenow: Format = ({ message }, target) => {
  const { secret, url } = target;
  if (url === null) return unset("url is not set: it holds the address of the ServiceNow instance");
  if (secret === undefined)
    return unset("secret is not set: it holds user:password, or an OAuth access token");
  const table = endpoint(url, url, tablePath);
  const shared = { table, target, headers: tokenHeaders(secret) };
  return {
    request: {
      method: "GET",
      url: searchOf(table, message.dedup_key),
      carriesSecret: true,
      headers: shared.headers,
    },
    read(reply, now) {
      const found = foundIn(reply);
      if (found === undefined)
        return reply.status === 200
          ? { ok: false, retry: "refused", kind: "other", message: unlike }
          : notTaken(reply, now, { target });
      const [id] = found;
      const ends = message.phase === "resolved";
      if (id === undefined)
        return ends
          ? { ok: true, summary: "ServiceNow has no open incident of it" }
          : opening(message, shared);
      const note = noteOf(message, shared);
      return ends
        ? write("PATCH", id, ending(note), shared, "ServiceNow resolved the incident")
        : write("PATCH", id, { work_notes: note }, shared, "ServiceNow took a note for the incident");
    },
  };
};

const unlike = "it answered, but not as ServiceNow does; does the address lead to its Table API?";

function searchOf(table: string, key: string): string {
  const url = new URL(table);
  url.searchParams.set("sysparm_query", `correlation_id=${key}^stateNOT IN${endedStates}`);
  url.searchParams.set("sysparm_fields", "sys_id,number");
  url.searchParams.set("sysparm_limit", "1");
  return url.href;
}

/** The ids of open incidents; undefined for an answer that names none and does not say that there are none. */
function foundIn({ status, text }: TargetReply): readonly string[] | undefined {
  const body = jsonOf(text);
  if (status === 404 && /no record found/i.test(text)) return [];
  if (status !== 200 || !Array.isArray(body?.result)) return undefined;
  return body.result.map((one: Json) => plain(memberOf(one, "sys_id")));
}

interface Shared {
  readonly table: string;
  readonly target: Target;
  readonly headers: Readonly<Record<string, string>>;
}

function opening(message: AlertMessage, shared: Shared): Step {
  const { title, severity, dedup_key } = message;
  const { severity_map } = shared.target;
  const urgency = vendorWord(urgencies, severity, severity_map);
  const incident = {
    short_description: fitted(title, longest.short_description),
    description: noteOf(message, shared),
    urgency,
    impact: urgency,
    correlation_id: dedup_key,
    correlation_display: "orgconfig",
  };
  return write("POST", "", incident, shared, "ServiceNow opened the incident");
}

function ending(close_notes: string) {
  return { state: resolved, close_code: closeCode, close_notes };
}

/** Notes show what stands between [code] and [/code] as HTML: nothing of a label is to be that. */
function noteOf(message: AlertMessage, { target }: Shared): string {
  return plainText(message, target.severity_map, longest.notes).replaceAll(/\[(\/?code)\]/gi, "($1)");
}

function write(
  method: "POST" | "PATCH",
  id: string,
  fields: Readonly<Record<string, string>>,
  { table, target, headers }: Shared,
  done: string,
): Step {
  const url = new URL(table);
  if (id !== "") url.pathname = `${url.pathname.replace(/\/$/, "")}/${encodeURIComponent(id)}`;
  url.searchParams.set("sysparm_fields", "sys_id,number");
  return {
    request: { method, url: url.href, carriesSecret: true, headers, body: JSON.stringify(fields) },
    read: readBy({
      target,
      taken({ text }) {
        const number = plain(memberOf(jsonOf(text)?.result, "number"));
        return number === "" ? done : `${done} ${fitted(number, 40)}`;
      },
    }),
  };
}
