/** Requests without an answer, as errors that say what to do next. None shows a proxy's user or password. */
import { ANSWER_TIMEOUT, type Unanswered } from "./transport.ts";
import { CONNECT_TIMEOUT, PROXY_REFUSED, type ProxyRefusal } from "./tunnel.ts";

/** How a program names its settings, and what its user does next: what the sentences are filled with. */
export interface Program {
  /** "this provider" */
  readonly name: string;
  /** What to do once more, such as "run Terraform again". */
  readonly again: string;
  /** " or with fewer requests at a time (-parallelism=2)", or nothing. */
  readonly fewer: string;
  /** What a 404 of something else than the service did not lead to, from a space on, or nothing. */
  readonly notDeleted: string;
  /** Where each of these is set, such as "endpoint (or ORGCONFIG_URL)". */
  readonly settings: {
    readonly address: string;
    readonly proxy: string;
    readonly timeout: string;
    readonly retries: string;
    readonly certificate: string;
  };
  /** How to find out whether a write arrived that got no answer, from a space on; it is no GET. */
  doubt(call: Call): string;
}

/** What was sent, and how. */
export interface Call {
  readonly program: Program;
  /** Without a slash at the end. */
  readonly endpoint: string;
  readonly proxy?: URL | undefined;
  readonly timeout_ms: number;
  readonly method: string;
  /** Below the endpoint, with its query. */
  readonly path: string;
  /** How often it was sent. */
  readonly attempts: number;
}

/** No answer that the service itself gave. */
export class CallFailure extends Error {
  /** One short sentence without a full stop. */
  readonly summary: string;
  /** What happened, and the way out. */
  readonly detail: string;

  constructor(summary: string, detail: string) {
    super(`${summary}: ${detail}`);
    this.summary = summary;
    this.detail = detail;
  }
}

/** One sentence without a full stop, and the way out. */
type Words = readonly [summary: string, detail: string];

/** The error for a request that got no whole answer. */
export function unansweredFailure(call: Call, unanswered: Unanswered): CallFailure {
  const { code, sent } = unanswered;
  const [summary, detail] =
    code === PROXY_REFUSED
      ? refusedByProxy(call, (unanswered.cause as ProxyRefusal).status)
      : (ofTls(call, unanswered) ?? (sent ? cutOff(call, code) : notConnected(call, code)));
  return new CallFailure(summary, `${detail}${sent ? doubtOf(call) : ""}`);
}

/** The service says that it has no such call. */
export function olderService({
  method,
  path,
  program: { name },
}: Pick<Call, "method" | "path" | "program">): CallFailure {
  const detail = `It does not know ${method} ${path.split("?")[0]}. Upgrade the service first, or use ${name} in the version that was built with it.`;
  return new CallFailure(`The service is older than ${name}`, detail);
}

/** What is not known of a write that got no answer, and how to find out. */
export function doubtOf(call: Call): string {
  return call.method === "GET" ? "" : call.program.doubt(call);
}

/** " after 11 attempts", where there was more than one. */
export function afterAttempts({ attempts }: Call): string {
  return attempts > 1 ? ` after ${attempts} attempts` : "";
}

function notConnected(call: Call, code: string): Words {
  const { endpoint, proxy } = call;
  const { again, settings } = call.program;
  const subject = proxy === undefined ? "The service" : "The proxy";
  const where = proxy === undefined ? endpoint : `the proxy ${proxy.host}`;
  const host = proxy?.hostname ?? new URL(endpoint).hostname;
  const setting = proxy === undefined ? settings.address : settings.proxy;
  const summary = `${subject} could not be reached`;
  const how = code === CONNECT_TIMEOUT ? "no connection in time" : code;
  const gaveUp = `${where} could not be connected to${afterAttempts(call)} (${how}).`;
  if (code === "ENOTFOUND") {
    const detail = `The name ${host} does not resolve (DNS). Look for a typing error in ${setting}, and whether this machine has to be in another network, such as a VPN, to know the name.`;
    return [summary, detail];
  }
  if (code === "EAI_AGAIN") {
    const detail = `The name ${host} could not be looked up${afterAttempts(call)}: the name server of this machine does not answer. Look at its network, then ${again}.`;
    return [summary, detail];
  }
  if (code === "ECONNREFUSED") {
    const detail = `${gaveUp} Nothing listens there: look whether ${proxy === undefined ? "the service" : "it"} runs, and at the port in ${setting}.`;
    return [summary, detail];
  }
  if (code === CONNECT_TIMEOUT && proxy !== undefined) {
    const detail = `There was no connection to ${endpoint} through ${where} in time${afterAttempts(call)}. Look whether the proxy runs and may reach that address, and at ${setting}.`;
    return [summary, detail];
  }
  const hidden =
    proxy === undefined ? ` Where the way out of this network is a proxy, set ${settings.proxy}.` : "";
  return [summary, `${gaveUp} Look at ${setting}, and at firewalls on the way.${hidden}`];
}

function cutOff(call: Call, code: string): Words {
  const { endpoint, timeout_ms, attempts } = call;
  const { again, settings } = call.program;
  if (code === ANSWER_TIMEOUT) {
    const detail = `${endpoint} took the request and gave no whole answer within ${timeout_ms / 1_000} seconds${attempts > 1 ? `, the last of ${attempts} attempts` : ""}. Look whether the service, its database and what stands in front of it are well (${endpoint}/readyz says), then ${again}. Where answers simply take longer, raise ${settings.timeout}.`;
    return ["The service did not answer in time", detail];
  }
  const plain = endpoint.startsWith("http:")
    ? ` If it speaks https, write https:// in ${settings.address}.`
    : "";
  if (code.startsWith("HPE_")) {
    const detail = `What ${endpoint} answers is no HTTP (${code}).${plain} Otherwise look at the port: something else listens there.`;
    return ["The endpoint does not answer as this service does", detail];
  }
  const detail = `${endpoint} gave no answer${afterAttempts(call)} (${code}): the connection was cut. Look whether the service and what stands in front of it run, then ${again}.${plain}`;
  return ["The service could not be reached", detail];
}

function refusedByProxy(call: Call, status: number): Words {
  const { endpoint, proxy } = call;
  const where = `The proxy ${proxy?.host}`;
  if (status === 407) return proxyLogin(call);
  if (status === 403) {
    const detail = `${where} answered 403 when asked for ${endpoint}: it does not let this machine reach that address. Have it allowed there, or name the host in NO_PROXY if it can be reached directly.`;
    return ["The proxy refuses this address", detail];
  }
  const detail = `${where} answered ${status} when asked for ${endpoint}${afterAttempts(call)}: it cannot reach that address. Look whether the service runs, and name the host in NO_PROXY if it can be reached directly.`;
  return ["The proxy does not reach the service", detail];
}

/** For a 407, from a tunnel or to a plain request. */
export function proxyLogin({ proxy, program: { settings } }: Pick<Call, "proxy" | "program">): Words {
  const where = proxy === undefined ? "A proxy on the way" : `The proxy ${proxy.host}`;
  const given = proxy !== undefined && proxy.username !== "";
  const detail = `${where} ${given ? "refused its user or password" : "asks for a user and a password"} (407). Write them in ${settings.proxy}, as http://USER:PASSWORD@HOST:PORT, with what is not a letter or a digit percent-encoded.`;
  return ["The proxy wants another login", detail];
}

const unknownAuthority: ReadonlySet<string> = new Set([
  "CERT_UNTRUSTED",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
]);

/** Undefined where it was not TLS that failed. */
function ofTls(
  { endpoint, proxy, program: { settings } }: Call,
  { code, cause }: Unanswered,
): Words | undefined {
  const whose = proxy?.protocol === "https:" ? `${endpoint}, or its proxy ${proxy.host},` : endpoint;
  if (unknownAuthority.has(code)) {
    const detail = `No authority that is trusted here signed the certificate of ${whose} (${code}). If it comes from an authority of your own, or from a proxy that opens TLS, set ${settings.certificate} to that authority's certificate, or SSL_CERT_FILE to a file of all authorities to trust, such as /etc/ssl/certs/ca-certificates.crt. If it comes from a public one, the service may not send the certificates between.`;
    return ["The service's certificate is not trusted", detail];
  }
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") {
    const { reason = "" } = cause as { readonly reason?: string };
    const detail = `The certificate of ${whose} is for another name: ${reason} Write a name of the certificate in ${settings.address}, or give the service a certificate for this one.`;
    return ["The service's certificate is for another name", detail];
  }
  if (code === "CERT_HAS_EXPIRED" || code === "CERT_NOT_YET_VALID") {
    const state = code === "CERT_HAS_EXPIRED" ? "has expired" : "is not valid yet";
    const detail = `The certificate of ${whose} ${state}. Renew it where TLS ends; if it should be valid, look at the clock of this machine.`;
    return [`The service's certificate ${state}`, detail];
  }
  const { message = "" } = cause as { readonly message?: string };
  if (/wrong version number|packet length too long|http request/i.test(message)) {
    const detail = `${whose} does not speak TLS. If the service speaks plain http there, write http:// in ${settings.address}; otherwise look at the port.`;
    return ["The endpoint does not speak https", detail];
  }
  if (!/^(EPROTO$|CERT_|ERR_SSL_|ERR_TLS_|UNABLE_TO_)/.test(code)) return undefined;
  const detail = `TLS with ${whose} failed (${code}). Look at its certificate and its versions of TLS, for instance with openssl s_client -connect ${new URL(endpoint).host}.`;
  return ["TLS with the service failed", detail];
}
