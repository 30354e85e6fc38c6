/**
 * Requests to addresses that rows name. Every connection is made to an address that was judged the moment
 * before; redirects are not followed; sizes and times are bounded. Failures are reported without the URL, which
 * may be a secret.
 */
import { lookup as systemLookup } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import { Agent, buildConnector, request } from "undici";
import { type CallSpan, tracedCall } from "../engine/ports/tracing.ts";
import { type AllowList, allowListOf, isAllowed } from "./addresses.ts";
import { bodyText } from "./body.ts";
import { unreachable } from "./failures.ts";
import {
  type HttpRequests,
  type HttpTransport,
  type OutgoingRequest,
  type Reply,
  type Sender,
  SendFailure,
} from "./port.ts";
import { createSlots } from "./slots.ts";

const connectMs = 5_000;
const answerMs = 10_000;
/** From the first packet to the last. */
const wholeMs = 15_000;
/** Of an answer nothing is wanted but its status. */
const maxAnswerBytes = 64 * 1024;
/** The rules or figures of some thousand rows. */
const maxReplyBytes = 32 * 1024 * 1024;
/** Of one organization to one origin, for one use. */
const connectionsPerOrigin = 4;

interface Resolved {
  readonly address: string;
  readonly family: number;
}

export interface HttpOptions {
  /** Hosts, addresses and CIDR ranges that may be reached although they are private. */
  readonly allow: readonly string[];
  readonly resolve?: (host: string) => Promise<readonly Resolved[]>;
}

/** The address is not one that a row may name. */
class Forbidden extends Error {}

/**
 * A name that leads nowhere, or nowhere that is allowed: who may test a connection must not learn by it which names
 * there are inside.
 */
class NoPublicAddress extends Error {}

const closed = "leads into a private network, which the operator has not allowed (ORGCONFIG_OUTBOUND_ALLOW)";

/** The organization of the exchange, and its turn. */
interface Way {
  readonly sender: Sender;
  /** Waits for its turn, and answers what ends it. */
  readonly take: (target: URL, timeout_ms: number) => Promise<() => void>;
}

export function createHttpTransport(options: HttpOptions): HttpTransport {
  return new OutboundHttp(options);
}

class OutboundHttp implements HttpTransport {
  readonly #posting: Agent;
  readonly #checked: Agent;
  /** For those that take any certificate. */
  readonly #unchecked: Agent;
  readonly #slots = createSlots(connectionsPerOrigin);

  constructor({ allow, resolve = resolveHost }: HttpOptions) {
    const allowed = allowListOf(allow);
    const agent = (anyCertificate: boolean, limits: Agent.Options) =>
      new Agent({
        connect: guardedConnector(allowed, resolve, anyCertificate),
        keepAliveTimeout: 5_000,
        keepAliveMaxTimeout: 30_000,
        ...limits,
      });
    const bounded = { headersTimeout: answerMs, bodyTimeout: answerMs, maxResponseSize: maxAnswerBytes };
    // Each request says how long it waits, and how much it reads.
    const unbounded = { headersTimeout: 0, bodyTimeout: 0 };
    this.#posting = agent(false, bounded);
    this.#checked = agent(false, unbounded);
    this.#unchecked = agent(true, unbounded);
  }

  of(sender: Sender): HttpRequests {
    const { organizationId, use } = sender;
    const way: Way = {
      sender,
      take: ({ origin }, timeout_ms) =>
        this.#slots(JSON.stringify([organizationId, use, origin]), timeout_ms),
    };
    return {
      request: (outgoing) => this.#request(way, outgoing),
      post: (url, body, headers) => this.#post(way, url, body, headers),
    };
  }

  async close(): Promise<void> {
    await Promise.all([this.#posting, this.#checked, this.#unchecked].map((one) => one.destroy()));
  }

  async #request(way: Way, outgoing: OutgoingRequest): Promise<Reply> {
    const { method, url, headers = {}, body, anyCertificate = false } = outgoing;
    const { timeout_ms = wholeMs, max_bytes = maxReplyBytes, cut = false, encoding } = outgoing;
    return exchanged(way, method, url, timeout_ms, async (target, signal, span) => {
      const answer = await request(target, {
        method,
        headers: { ...headers, ...span.headers, "user-agent": "orgconfig" },
        body: body ?? null,
        dispatcher: anyCertificate ? this.#unchecked : this.#checked,
        signal,
      });
      span.answered(answer.statusCode);
      const found = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
      return {
        status: answer.statusCode,
        headers: Object.fromEntries(found),
        text: await bodyText(answer.body, max_bytes, cut, encoding),
      };
    });
  }

  async #post(
    way: Way,
    url: string,
    body: string,
    headers: Readonly<Record<string, string>>,
  ): Promise<number> {
    return exchanged(way, "POST", url, wholeMs, async (target, signal, span) => {
      const answer = await request(target, {
        method: "POST",
        body,
        headers: {
          ...headers,
          ...span.headers,
          "content-type": "application/json",
          "user-agent": "orgconfig",
        },
        dispatcher: this.#posting,
        signal,
      });
      span.answered(answer.statusCode);
      // Read to its end, so that the connection can be used again; what is too long is cut off.
      await answer.body.dump({ limit: maxAnswerBytes }).catch(() => {});
      refuseStatus(answer.statusCode);
      return answer.statusCode;
    });
  }
}

/** One exchange with an address, in its turn and in time. @throws SendFailure */
async function exchanged<T>(
  { sender, take }: Way,
  method: string,
  url: string,
  timeout_ms: number,
  work: (target: URL, signal: AbortSignal, span: CallSpan) => Promise<T>,
): Promise<T> {
  const target = targetOf(url);
  const leave = await take(target, timeout_ms);
  const { hostname: host, port, protocol } = target;
  const call = { ...sender, method, host, port: Number(port || (protocol === "https:" ? 443 : 80)) };
  try {
    return await tracedCall(call, (span) =>
      work(target, AbortSignal.timeout(timeout_ms), span).catch((error) => {
        throw failureOf(error);
      }),
    );
  } finally {
    leave();
  }
}

function targetOf(url: string): URL {
  const target = URL.canParse(url) ? new URL(url) : undefined;
  if (target === undefined || !/^https?:$/.test(target.protocol))
    throw new SendFailure("refused", "the address is no http or https URL");
  return target;
}

/** Judges the address of a literal before, and every address of a name while it is looked up. */
function guardedConnector(
  allowed: AllowList,
  resolve: NonNullable<HttpOptions["resolve"]>,
  anyCertificate = false,
): buildConnector.connector {
  const lookup: LookupFunction = (host, { all }, callback) => {
    resolve(host)
      .then((addresses) => {
        const [first] = addresses;
        const open = addresses.every(({ address }) => isAllowed(allowed, host, address));
        if (first === undefined || !open) throw new NoPublicAddress();
        if (all) callback(null, [...addresses]);
        else callback(null, first.address, first.family);
      })
      .catch((error) => callback(error, "", 0));
  };
  const connect = buildConnector({ timeout: connectMs, lookup, rejectUnauthorized: !anyCertificate });
  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, "");
    if (isIP(host) !== 0 && !isAllowed(allowed, host, host)) callback(new Forbidden(), null);
    else connect(options, callback);
  };
}

async function resolveHost(host: string): Promise<readonly Resolved[]> {
  return systemLookup(host, { all: true, verbatim: true });
}

function refuseStatus(status: number): void {
  if (status >= 200 && status < 300) return;
  if (status >= 300 && status < 400)
    throw new SendFailure("refused", `it answered with a redirect (HTTP ${status}), which is not followed`, {
      status,
    });
  if (status === 410) throw new SendFailure("gone", "it answered HTTP 410 Gone", { status });
  throw new SendFailure("temporary", `it answered HTTP ${status}`, { status });
}

function failureOf(error: unknown): SendFailure {
  const { cause } = error as { cause?: unknown };
  const all = [error, cause];
  if (all.some((one) => one instanceof Forbidden)) return new SendFailure("refused", `the address ${closed}`);
  const nowhere = (one: unknown) =>
    one instanceof NoPublicAddress || (one as { code?: unknown } | undefined)?.code === "ENOTFOUND";
  return all.some(nowhere)
    ? new SendFailure("unreachable", `its host name does not resolve (DNS), or the address ${closed}`)
    : unreachable(error);
}
