/**
 * Asks another system, and shows what came back. Whatever it says is shown without the credentials that it was
 * asked with: a program may well repeat what it was sent.
 */

import { sanitised } from "../../../kernel/sanitised.ts";
import { secretWordOf } from "../../../kernel/secret-names.ts";
import {
  concealing,
  type Exchange,
  type Finding,
  failing,
  findingOf,
  type HttpRequest,
  type Settings,
} from "../../../renderers/connection-tests/probe.ts";
import { type HttpRequests, type OutgoingRequest, SendFailure } from "../../../transports/port.ts";

/** How a row wants to be asked. */
export interface Connection {
  readonly settings: Settings;
  readonly bounds: Pick<OutgoingRequest, "timeout_ms" | "anyCertificate">;
}

export interface Outcome {
  readonly finding: Finding;
  /** Undefined where no question could be made of the settings. */
  readonly asked: (Pick<HttpRequest, "url"> & { readonly method: "GET" | "POST" | "PATCH" }) | undefined;
  /** Undefined where no answer came. */
  readonly status?: number | undefined;
  readonly took_ms?: number | undefined;
}

/** What is read of an answer: the figures of some thousand series. */
const maxAnswerBytes = 4 * 1024 * 1024;

export async function probed(
  http: Pick<HttpRequests, "request">,
  { settings, bounds }: Connection,
  exchange: Exchange,
  now: Date,
): Promise<Outcome> {
  const request = exchange.request(settings, now);
  if (!("method" in request)) return { finding: request, asked: undefined };
  const conceal = concealing(settings);
  const asked = { method: request.method, url: conceal(shownUrl(request.url)) };
  const start = performance.now();
  const since = () => Math.round(performance.now() - start);
  try {
    const reply = await http.request({ ...request, ...bounds, max_bytes: maxAnswerBytes });
    const took_ms = since();
    const finding = shownFinding(findingOf(exchange, reply, settings), conceal);
    return { finding, asked, status: reply.status, took_ms };
  } catch (error) {
    if (!(error instanceof SendFailure)) throw error;
    const closed = error.kind === "refused" ? { closed: true as const } : {};
    return { finding: { ...failing("network", error.message), ...closed }, asked, took_ms: since() };
  }
}

/** A URL without what may be a credential in it, which rows from before URLs were checked may have. */
function shownUrl(url: string): string {
  const shown = new URL(url);
  shown.username = "";
  shown.password = "";
  for (const name of new Set(shown.searchParams.keys()))
    if (secretWordOf(name) !== undefined) shown.searchParams.set(name, "[redacted]");
  return shown.href;
}

/** What was quoted of the answer is without the credentials already. */
function shownFinding(finding: Finding, conceal: (text: string) => string): Finding {
  if (!finding.ok) return { ...finding, message: sanitised(conceal(finding.message)) };
  return { ...finding, summary: sanitised(conceal(finding.summary)) };
}
