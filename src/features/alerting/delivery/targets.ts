/**
 * Notifies the rows of outbound_configs of alerts: each in the format of its kind, or by mail. What came of it moves the
 * row's health. Secrets are opened here, and go nowhere but into the request.
 */

import { currentTime } from "../../../engine/clock.ts";
import type { Call } from "../../../engine/context.ts";
import type { Store, StoredRow, Vault } from "../../../engine/ports/rows.ts";
import { completed } from "../../../engine/render.ts";
import type { Problem } from "../../../kernel/problem.ts";
import type { ConfigurationOf } from "../../../kernel/row-types.ts";
import { sanitised } from "../../../kernel/sanitised.ts";
import { movedAway, movedUnsaved } from "../../../kernel/secret-addresses.ts";
import type {
  HttpKind,
  NotTaken,
  Step,
  Taken,
  Target,
  TargetRequest,
} from "../../../renderers/alerting/formats/format.ts";
import { formats } from "../../../renderers/alerting/formats/index.ts";
import { alertMail } from "../../../renderers/alerting/formats/mail.ts";
import { pagers } from "../../../renderers/alerting/sending.ts";
import { outboundConfigs } from "../../../resources/outbound-configs.ts";
import {
  type HttpRequests,
  type HttpTransport,
  type MailTransport,
  type Reply,
  SendFailure,
} from "../../../transports/port.ts";
import { awsHeaders } from "./aws-signature.ts";
import { createMailWriter } from "./compose.ts";
import { admitEnd } from "./ends.ts";
import type { AlertPayload } from "./messages.ts";
import { openSecret } from "./open-secret.ts";
import type { DeliveryStore, LeasedDelivery } from "./store.ts";
import { createTargetHealth, type TargetHealthDeps } from "./target-health.ts";
import { signatureHeaders } from "./webhook.ts";

/** More than any format asks for one message. */
const mostRequests = 4;
/** What is read of an answer. */
const maxAnswerBytes = 65_536;

export interface TargetDeps extends TargetHealthDeps {
  readonly vault: Vault;
  readonly store: Pick<Store, "row">;
  readonly deliveries: Pick<DeliveryStore, "endWasSent" | "beginningsOf">;
  readonly http: Pick<HttpTransport, "of">;
  /** Absent without a mail server. */
  readonly mail: MailTransport | undefined;
  /** The domain that message ids end in. */
  readonly mailDomain: string;
  /** Where people reach the service, without a slash at the end. */
  readonly siteUrl: string;
}

/** One message to one row. */
interface TargetMessage {
  readonly use: "alert" | "test";
  readonly organizationId: string;
  readonly row: StoredRow;
  readonly payload: AlertPayload;
  /** The same at every try, as the source is. */
  readonly id: string;
  readonly source: string;
  readonly subject: string;
}

/** What came of it. */
export interface SendOutcome {
  readonly result: Taken | NotTaken;
  /** The last request, as it may be shown; undefined where none was made. */
  readonly asked?: { readonly method: TargetRequest["method"]; readonly url: string };
  /** The HTTP status of its answer; undefined where none came. */
  readonly status?: number;
  /** It says nothing of the target: what is on the way to it failed. */
  readonly onTheWay?: true;
  /** It failed, and may have been taken all the same. */
  readonly maybeArrived?: boolean;
}

export interface Targets {
  notify(message: TargetMessage): Promise<SendOutcome>;
  /** Why the secret of settings that are not saved yet would not go along; undefined where it would, or none does. */
  withheld(message: TargetMessage): Problem | undefined;
  /** Moves the row's health by what came of a test. */
  report(call: Call, id: string, outcome: SendOutcome): Promise<void>;
  /** Says what a delivery of the queue says, and answers the HTTP status with which it was taken. @throws SendFailure */
  deliver(one: LeasedDelivery): Promise<number | undefined>;
  /** Ends when the health of the rows says what came of all deliveries before. */
  settle(): Promise<void>;
}

export function createTargets(deps: TargetDeps): Targets {
  const notify = (message: TargetMessage) => notifyRow(deps, message);

  const health = createTargetHealth(deps);

  return {
    notify,
    withheld: (message) => withheldFrom(deps, message, movedUnsaved),
    settle: health.settle,
    async report(call, id, { result, onTheWay }) {
      if (!onTheWay) await health.tested(call, id, result.ok ? undefined : result);
    },
    async deliver(one) {
      const { organizationId, target, payload } = one;
      if ("sealed" in payload || payload.type !== "alert") throw new SendFailure("refused", "it is no alert");
      const row = await deps.store.row(organizationId, outboundConfigs.kind, target);
      if (row === undefined) throw new SendFailure("gone", "its outbound target was deleted");
      const { enabled, kind } = completed(outboundConfigs, row.configuration);
      if (!enabled)
        throw new SendFailure("temporary", "its outbound target is off, and it waits until that is on");
      if (isLate(one, payload) && (await deps.deliveries.endWasSent(one, payload.message.dedup_key)))
        throw new SendFailure("gone", "its target was notified of the end meanwhile");
      await admitEnd(deps.deliveries, one, pagers.includes(kind) ? payload.message.dedup_key : undefined);
      const { result, onTheWay, maybeArrived, status } = await notify({ ...one, use: "alert", row, payload });
      if (result.ok) {
        health.delivered(organizationId, target);
        return status;
      }
      if (!onTheWay) await health.failed(organizationId, target, result);
      const { retry, message, afterMs } = result;
      throw new SendFailure(retry, message, { afterMs, maybeArrived: maybeArrived ?? false, status });
    },
  };
}

/** What was sent at once, or nearly so, nothing has overtaken. */
const lateMs = 30_000;

/**
 * Whether an end that came later may have been notified before it: it failed, and those behind it went on, or it was
 * parked and is tried again. An incident that was ended must not begin anew.
 */
function isLate({ attempts, tryingSince }: LeasedDelivery, { at, message }: AlertPayload): boolean {
  if (message.phase === "resolved") return false;
  return attempts > 0 || tryingSince.getTime() - Date.parse(at) > lateMs;
}

async function notifyRow(deps: TargetDeps, message: TargetMessage): Promise<SendOutcome> {
  const configuration = completed(outboundConfigs, message.row.configuration);
  if (configuration.kind === "email") return mailTo(deps, message, configuration);
  const { target, first } = firstStep(deps, message, configuration.kind);
  if (!("request" in first)) return { result: first };
  const moved = withheldFrom(deps, message, movedAway);
  const { organizationId, use, id } = message;
  if (moved === undefined) return converse(deps.http.of({ organizationId, use }), first, target, id);
  const problem = `${moved.field} ${moved.message}`;
  return { result: { ok: false, retry: "refused", kind: "auth_invalid", message: problem } };
}

function firstStep({ vault }: Pick<TargetDeps, "vault">, message: TargetMessage, kind: HttpKind) {
  const { organizationId, row, payload } = message;
  const { url, severity_map, name, format, recipient } = completed(outboundConfigs, row.configuration);
  const secret = openSecret(vault, outboundConfigs, organizationId, row, secretField);
  const target: Target = { url, severity_map, name, format, recipient, secret };
  return { target, first: formats[kind](payload, target) };
}

const secretField = "secret";

/** A secret that would be sent to another server than it was saved for. */
function withheldFrom(
  deps: Pick<TargetDeps, "vault">,
  message: TargetMessage,
  moved: typeof movedAway,
): Problem | undefined {
  const { state, configuration } = message.row;
  const settings = completed(outboundConfigs, configuration);
  if (settings.kind === "email") return undefined;
  const { first } = firstStep(deps, message, settings.kind);
  if (!("request" in first) || first.request.carriesSecret !== true) return undefined;
  const problem = moved(outboundConfigs.fields, secretField, { configuration: settings, state });
  return problem === undefined ? undefined : { field: secretField, message: problem };
}

/** What a gateway answers to whom the answer of the server behind it was lost. */
const lostBehind = [502, 504];

/** Makes the requests that a message takes, each by what the one before was answered. */
async function converse(
  http: Pick<HttpRequests, "request">,
  first: Step,
  target: Target,
  id: string,
): Promise<SendOutcome> {
  let step = first;
  let changed = false;
  for (let count = 1; ; count += 1) {
    const { request } = step;
    const asked = { method: request.method, url: shownUrl(request) };
    const reply = await send(http, request, target, id);
    if (reply instanceof SendFailure) {
      const { kind: retry, message } = reply;
      const maybeArrived = changed || reply.maybeArrived;
      return { result: { ok: false, retry, kind: "network", message }, asked, maybeArrived };
    }
    const { status } = reply;
    const result = step.read(reply, currentTime());
    if (!("request" in result)) {
      const maybeArrived = changed || lostBehind.includes(status);
      return { result: readableResult(result), asked, status, maybeArrived };
    }
    changed ||= request.method !== "GET";
    if (count === mostRequests) throw new Error("a format does not stop asking for requests");
    step = result;
  }
}

async function send(
  http: Pick<HttpRequests, "request">,
  { method, url, headers, body = "", signed, awsRegion }: TargetRequest,
  { secret }: Target,
  id: string,
): Promise<Reply | SendFailure> {
  const signature = signed ? signatureHeaders(id, currentTime(), body, secret) : {};
  const request = { method, url, headers, body };
  const aws = awsRegion === undefined ? {} : awsHeaders(request, currentTime(), awsRegion, secret ?? "");
  try {
    return await http.request({
      method,
      url,
      headers: { ...headers, ...signature, ...aws },
      ...(body === "" ? {} : { body }),
      max_bytes: maxAnswerBytes,
      cut: true,
    });
  } catch (error) {
    if (error instanceof SendFailure) return error;
    throw error;
  }
}

function readableResult(result: Taken | NotTaken): Taken | NotTaken {
  return result.ok
    ? { ...result, summary: sanitised(result.summary) }
    : { ...result, message: sanitised(result.message) };
}

/** Of an address that lets in whoever knows it, only where it leads. */
export function shownUrl({ url, urlIsSecret }: Pick<TargetRequest, "url" | "urlIsSecret">): string {
  if (!URL.canParse(url)) return "";
  const { origin, pathname } = new URL(url);
  return urlIsSecret ? origin : `${origin}${pathname}`;
}

async function mailTo(
  deps: TargetDeps,
  { organizationId, source, subject, payload: { message, chart } }: TargetMessage,
  { name, address, severity_map }: ConfigurationOf<typeof outboundConfigs>,
): Promise<SendOutcome> {
  const { mail, siteUrl } = deps;
  const failed = (retry: NotTaken["retry"], text: string, maybeArrived = false): SendOutcome => ({
    result: { ok: false, retry, kind: retry === "unreachable" ? "network" : "other", message: text },
    ...(retry === "unreachable" && { onTheWay: true }),
    maybeArrived,
  });
  if (mail === undefined) return failed("unreachable", "the service has no mail server (SMTP_URL)");
  if (address === null) return failed("refused", "address is not set: it holds the mailbox");
  const { organization } = message;
  const content = alertMail(message, {
    footer: `You get this because the outbound target "${name}" of ${organization.name} names your address.`,
    footerLink: {
      label: "Change outbound targets",
      url: `${siteUrl}/o/${organization.slug}/settings/${outboundConfigs.kind}`,
    },
    severityMap: severity_map,
    chart,
  });
  try {
    await mail.send(await createMailWriter(deps)(content, { organizationId, source, to: address, subject }));
    return { result: { ok: true, summary: `the mail server took a mail to ${address}` } };
  } catch (error) {
    if (!(error instanceof SendFailure)) throw error;
    return failed(error.kind, sanitised(error.message), error.maybeArrived);
  }
}
