/**
 * Issues by version 3 of Jira Cloud's REST API. The issue of a group is the one with its label that is not done: it is
 * looked for first, so that a repetition becomes a comment, and a try whose answer was lost opens no second issue.
 * https://developer.atlassian.com/cloud/jira/platform/rest/v3/ (issue search, issues, issue comments)
 */
import type { AlertMessage } from "../../../kernel/alert-message.ts";
import type { Json } from "../../../kernel/field.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { jsonOf, memberOf, plain } from "../../connection-tests/probe.ts";
import { notTaken, readBy } from "./answers.ts";
import {
  endpoint,
  type Format,
  type NotTaken,
  type Step,
  type Taken,
  type Target,
  type TargetReply,
  tokenHeaders,
  unset,
} from "./format.ts";
import { endedBecause, fitted, headline, plainText } from "./texts.ts";

const apiPath = "/rest/api/3";
/** A summary, a text field and a label take 255, 32,767 and 255 characters; a text is counted with its form. */
const longest = { summary: 255, text: 20_000, label: 255 } as const;
const usualType = "Task";

export const jira: Format = ({ message }, target) => {
  const { secret, url, recipient } = target;
  if (url === null) return unset("url is not set: it holds the address of the Jira site");
  if (secret === undefined) return unset("secret is not set: it holds email:token of a user of Jira");
  if (!recipient) return unset("recipient is not set: it holds the key of the project");
  const [project = "", type = usualType] = recipient.split("/", 2);
  const shared: Shared = {
    api: endpoint(url, url, apiPath).replace(/\/+$/, ""),
    target,
    headers: tokenHeaders(secret),
    project,
    type,
    label: labelOf(message),
  };
  const jql = `project = ${quoted(project)} AND labels = ${quoted(shared.label)} AND statusCategory != Done ORDER BY created DESC`;
  return post("/search/jql", { jql, fields: ["summary"], maxResults: 1 }, shared, (reply, now) => {
    const found = listIn(reply, "issues");
    if (found === undefined) return unread(reply, now, target);
    const id = plain(memberOf(found[0], "id"));
    const ends = message.phase === "resolved";
    if (id === "") return ends ? withoutIssue(message, now) : opening(message, shared);
    if (!ends) return commenting(id, message, shared);
    // Why nobody measured the end is a comment of its own.
    return endedBecause(message) === ""
      ? ending(id, shared)
      : commenting(id, message, shared, ending(id, shared));
  });
};

/** Jira finds a new issue some seconds after it was made, so that one that began just now may be there. */
const indexMs = 120_000;

function withoutIssue({ alerts }: AlertMessage, now: Date): Taken | NotTaken {
  const began = Math.max(...alerts.map(({ started_at }) => Date.parse(started_at)));
  if (now.getTime() - began > indexMs) return { ok: true, summary: "Jira has no open issue of it" };
  const message = "Jira does not find its issue yet: a new one is found some seconds after it was made";
  return { ok: false, retry: "temporary", kind: "other", message };
}

interface Shared {
  readonly api: string;
  readonly target: Target;
  readonly headers: Readonly<Record<string, string>>;
  readonly project: string;
  readonly type: string;
  readonly label: string;
}

/** The same for all messages of a group; a label has no blanks. */
function labelOf({ dedup_key }: AlertMessage): string {
  return `orgconfig-${dedup_key.replace(/[^\w.:-]/g, "_")}`.slice(0, longest.label);
}

/** A text in JQL. */
function quoted(text: string): string {
  return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}

function opening(message: AlertMessage, shared: Shared): Step {
  const { project, type, label, target } = shared;
  const { severity } = message;
  const priority =
    severity !== null && Object.hasOwn(target.severity_map, severity) ? target.severity_map[severity] : "";
  const fields: JsonObject = {
    project: { key: project },
    issuetype: { name: type },
    summary: fitted(headline(message), longest.summary),
    description: documentOf(message, target),
    labels: ["orgconfig", label],
    ...(priority ? { priority: { name: priority } } : {}),
  };
  const taken = ({ text }: TargetReply) => {
    const key = plain(memberOf(jsonOf(text), "key"));
    return key === "" ? "Jira opened the issue" : `Jira opened the issue ${fitted(key, 40)}`;
  };
  return post("/issue", { fields }, shared, readBy({ target, taken }));
}

/** @param next what follows once it is taken */
function commenting(id: string, message: AlertMessage, shared: Shared, next?: Step): Step {
  const body = { body: documentOf(message, shared.target) };
  const taken = readBy({ target: shared.target, taken: "Jira took a comment for the issue" });
  const read: Step["read"] = (reply, now) => {
    const answer = taken(reply, now);
    return "ok" in answer && answer.ok ? (next ?? answer) : answer;
  };
  return post(`/issue/${encodeURIComponent(id)}/comment`, body, shared, read);
}

/** By the first transition that the issue's workflow has from here to a status that is done. */
function ending(id: string, shared: Shared): Step {
  const { api, headers, target } = shared;
  const path = `/issue/${encodeURIComponent(id)}/transitions`;
  return {
    request: { method: "GET", url: `${api}${path}`, carriesSecret: true, headers },
    read(reply, now) {
      const transitions = listIn(reply, "transitions");
      if (transitions === undefined) return unread(reply, now, target);
      const isDone = (one: Json) =>
        plain(memberOf(memberOf(memberOf(one, "to"), "statusCategory"), "key")) === "done";
      const done = plain(memberOf(transitions.find(isDone), "id"));
      if (done === "")
        return {
          ok: false,
          retry: "refused",
          kind: "other",
          message:
            "the issue's workflow has no transition to a status that is done, or this user may not make it",
        };
      const read = readBy({ target, taken: "Jira moved the issue to done" });
      return post(path, { transition: { id: done } }, shared, read);
    },
  };
}

/** A text in Atlassian's document format: a line is what it is, whatever stands in it. */
function documentOf(message: AlertMessage, target: Target): JsonObject {
  const lines = plainText(message, target.severity_map, longest.text).split("\n");
  const content = lines.flatMap((text, index): Json[] => [
    ...(index === 0 ? [] : [{ type: "hardBreak" }]),
    ...(text === "" ? [] : [{ type: "text", text }]),
  ]);
  return { type: "doc", version: 1, content: [{ type: "paragraph", content }] };
}

function post(path: string, body: JsonObject, { api, headers }: Shared, read: Step["read"]): Step {
  const request = { method: "POST", url: `${api}${path}`, carriesSecret: true, headers } as const;
  return { request: { ...request, body: JSON.stringify(body) }, read };
}

function listIn({ status, text }: TargetReply, name: string): readonly Json[] | undefined {
  const list = status === 200 ? memberOf(jsonOf(text), name) : undefined;
  return Array.isArray(list) ? list : undefined;
}

function unread(reply: TargetReply, now: Date, target: Target) {
  return reply.status === 200
    ? ({
        ok: false,
        retry: "refused",
        kind: "other",
        message: "it answered, but not as Jira does; does the address lead to a site of Jira Cloud?",
      } as const)
    : notTaken(reply, now, { target });
}
