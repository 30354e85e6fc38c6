/** What the answers of other systems mean that HTTP itself gives a meaning to. */
import { retryAfter } from "../../../kernel/retry-after.ts";
import { failureOf, type HttpAnswer, type Settings } from "../../connection-tests/probe.ts";
import type { ErrorKind } from "../../health.ts";
import type { NotTaken, Step, Taken, Target, TargetReply } from "./format.ts";

interface Reading {
  readonly target: Target;
  /** What is said of an answer that took it. */
  readonly taken: string | ((reply: TargetReply) => string);
  /** Where the system means something else by a status than most do. */
  readonly kinds?: (answer: HttpAnswer) => Readonly<Record<number, ErrorKind>>;
  /** What is to be read of a refusal, where it stands in an unusual place. */
  readonly said?: (text: string) => string;
}

/** Reads an answer after which there is nothing left to ask. */
export function readBy({ taken, ...reading }: Reading): Step["read"] {
  return (reply, now): Taken | NotTaken => {
    if (reply.status < 200 || reply.status > 299) return notTaken(reply, now, reading);
    return { ok: true, summary: typeof taken === "string" ? taken : taken(reply) };
  };
}

export function notTaken(
  { status, headers, text }: TargetReply,
  now: Date,
  { target, kinds, said }: Omit<Reading, "taken">,
): NotTaken {
  const answer = { status, text: said?.(text) ?? text };
  const { kind, message } = failureOf(answer, kinds?.(answer), secretsOf(target));
  const afterMs = retryAfter(headers["retry-after"], now);
  const failure = { ok: false, retry: retryOf(status), kind: kind ?? "other", message } as const;
  return afterMs === undefined ? failure : { ...failure, afterMs };
}

/** Of what says 4xx only what HTTP calls a matter of time is tried again as it is (RFC 9110 §15.5, RFC 6585 §4). */
function retryOf(status: number): NotTaken["retry"] {
  if (status === 410) return "gone";
  return status >= 500 || [408, 425, 429].includes(status) ? "temporary" : "refused";
}

/** What must not be quoted of an answer: the secret, its parts, and how it is sent. */
function secretsOf({ secret }: Target): Settings {
  if (secret === undefined) return {};
  const [username, ...rest] = secret.split(":");
  const path = URL.canParse(secret) ? new URL(secret).pathname : undefined;
  return { secret, token: path, username, password: rest.join(":") };
}
