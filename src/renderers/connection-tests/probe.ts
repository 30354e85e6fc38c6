/**
 * How a connection to another system is tested. Pure: a request goes out, an answer comes in; the feature sends the one
 * and brings the other.
 */
import type { Json } from "../../kernel/field.ts";
import { given } from "../../kernel/given.ts";
import { oneLine } from "../../kernel/one-line.ts";
import { secretWordOf } from "../../kernel/secret-names.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import { type ErrorKind, kindOfStatus } from "../health.ts";

/** What a connection is made with: the members of a connector's config, or what a data source says. Secrets are open in it. */
export type Settings = Readonly<Record<string, Json | undefined>>;

export interface HttpRequest {
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface HttpAnswer {
  readonly status: number;
  readonly text: string;
}

export interface Works {
  readonly ok: true;
  /** What came back, in a sentence. */
  readonly summary: string;
  /** It answers, and says of itself that it is in trouble. */
  readonly degraded?: true;
  readonly series?: Series;
}

/** What a query gave. */
export interface Series {
  /** The first ones. */
  readonly shown: readonly OneSeries[];
  /** Whether there are more. */
  readonly truncated: boolean;
}

export interface OneSeries {
  readonly labels: Readonly<Record<string, string>>;
  /** A number as the system wrote it, such as NaN or +Inf, or a line of a log. */
  readonly value: string;
}

export interface Fails {
  readonly ok: false;
  /** Left out where nothing was sent, so that nothing is known of the other side. */
  readonly kind?: ErrorKind;
  readonly message: string;
  /** The address is one that the service must not reach. */
  readonly closed?: true;
}

export type Finding = Works | Fails;

/** One question, and what its answers mean. */
export interface Exchange {
  /** Answers what is wrong with the settings where no question can be made of them. */
  request(settings: Settings, now: Date): HttpRequest | Fails;
  /** What an answer with a status of success says. */
  read(text: string, settings: Settings): Finding;
  /** Where the system means something else by a status than most do. */
  readonly kinds?: Readonly<Record<number, ErrorKind>>;
  /** An answer of another status that is no failure. */
  readonly accepts?: (answer: HttpAnswer) => Works | undefined;
}

/** How a connection of one type is tested. */
export interface Probe extends Exchange {
  /** The members that no request can be made without; of each list one is enough. */
  readonly needs: readonly (readonly string[])[];
}

/** A type that is not tested, with what a test of it would take: a sentence. */
export interface Untested {
  readonly untested: string;
}

/** By type. */
export type Probes = Readonly<Record<string, Probe | Untested>>;

const addresses = ["url", "base_url"] as const;

/** The members that should be an address and are not: rows from before members were checked may have such. */
export function badAddresses(settings: Settings): readonly string[] {
  return addresses.filter((name) => {
    const value = settings[name];
    if (value === undefined || value === null) return false;
    return typeof value !== "string" || !/^https?:\/\//i.test(value) || !URL.canParse(value);
  });
}

/** The members that are missing, of each list all that would do. */
export function missingOf(
  { needs }: Pick<Probe, "needs">,
  settings: Settings,
): readonly (readonly string[])[] {
  return needs.filter((names) => names.every((name) => textOf(settings, name) === undefined));
}

export function findingOf(exchange: Exchange, answer: HttpAnswer, settings: Settings): Finding {
  const accepted = exchange.accepts?.(answer);
  if (accepted !== undefined) return accepted;
  const { status, text } = answer;
  return status >= 200 && status < 300
    ? exchange.read(text, settings)
    : failureOf(answer, exchange.kinds, settings);
}

const meanings: Readonly<Partial<Record<ErrorKind, string>>> = {
  auth_invalid: "it does not accept the credentials",
  access_denied: "the credentials do not suffice for this",
  throttled: "it takes no requests for now",
  malformed_query: "it does not take the query",
};

/** What an answer of another status than success says went wrong. */
export function failureOf({ status, text }: HttpAnswer, kinds: Exchange["kinds"], settings: Settings): Fails {
  if (status >= 300 && status < 400)
    return failing("other", `it answered with a redirect (HTTP ${status}), which is not followed`);
  const kind = kinds?.[status] ?? kindOfStatus[status] ?? "other";
  const found = quoting(settings)(saidIn(text), longestSaid);
  const said = found === "" ? "" : `: ${found}`;
  const meaning = meanings[kind];
  if (meaning !== undefined) return failing(kind, `${meaning} (HTTP ${status})${said}`);
  const hint = status === 404 ? "; does the address lead to its API?" : "";
  return failing(kind, `it answered HTTP ${status}${said}${hint}`);
}

export function failing(kind: ErrorKind, message: string): Fails & { readonly kind: ErrorKind } {
  return { ok: false, kind, message };
}

/** Why no request can be made. */
export function notProbed(message: string): Fails {
  return { ok: false, message };
}

/** An answer that another program gave. */
export function unlike(system: string): Fails {
  return failing("other", `it answered, but not as ${system} does; does the address lead to its API?`);
}

const longestSaid = 200;

/** What an answer says went wrong: a member of its JSON, or a text that is no page. Empty where it says nothing. */
function saidIn(text: string): string {
  const body = jsonOf(text);
  return (body === undefined ? (/^\s*</.test(text) ? undefined : text) : saidBy(body)) ?? "";
}

const sayings = ["message", "error_description", "error", "errors", "detail", "reason"] as const;

/** Looks no deeper than any system nests its messages: others may nest without end. */
function saidBy(value: Json | undefined, depth = 4): string | undefined {
  if (typeof value === "string") return value;
  if (depth === 0) return undefined;
  if (Array.isArray(value)) return saidBy(value[0], depth - 1);
  if (typeof value !== "object" || value === null) return undefined;
  return sayings
    .map((name) => saidBy((value as JsonObject)[name], depth - 1))
    .find((said) => said !== undefined);
}

/** A JSON object; undefined where the text is no object. */
export function jsonOf(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as JsonObject)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Reads an answer that has to be a JSON object. */
export function json(
  system: string,
  read: (body: JsonObject, settings: Settings) => Finding,
): Exchange["read"] {
  return (text, settings) => {
    const body = jsonOf(text);
    return body === undefined ? unlike(system) : read(body, settings);
  };
}

/** A member that is a text or a number, as a text; undefined where it is left out or empty. */
export function textOf(settings: Settings, name: string): string | undefined {
  const value = settings[name];
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** What an answer holds as a text or a number, as a text; empty for all else, which may be nested without end. */
export function plain(value: Json | undefined): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** The member of an object that an answer holds; undefined where it is no object. */
export function memberOf(value: Json | undefined, name: string): Json | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as JsonObject)[name]
    : undefined;
}

/** A path below a base address, whose own parameters stay. */
export function below(base: string, path: string, parameters: Readonly<Record<string, string>> = {}): string {
  const url = new URL(base);
  url.pathname = `${url.pathname.replace(/\/+$/, "")}${path}`;
  url.hash = "";
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** GET below `url`, with a bearer token or a password, and the tenant. */
export function get(
  settings: Settings,
  path: string,
  parameters: Readonly<Record<string, string>> = {},
  headers: Readonly<Record<string, string>> = {},
): HttpRequest {
  return {
    method: "GET",
    url: below(textOf(settings, "url") ?? "", path, parameters),
    headers: { ...headers, ...credentialHeaders(settings) },
  };
}

/** A bearer token or a password, and the tenant, as most programs that people run themselves take them. */
export function credentialHeaders(settings: Settings): Record<string, string> {
  const [token, username, tenant] = ["token", "username", "tenant"].map((name) => textOf(settings, name));
  const authorization =
    token !== undefined
      ? `Bearer ${token}`
      : username !== undefined
        ? `Basic ${basicOf(username, textOf(settings, "password") ?? "")}`
        : undefined;
  return {
    ...given({ authorization, "x-scope-orgid": tenant }),
  };
}

/** A user name and a password as they are sent (RFC 7617 §2). */
export function basicOf(username: string, password: string): string {
  return Buffer.from(`${username}:${password}`).toString("base64");
}

/** What is shorter stands in many a text by chance, and is no credential that keeps anybody out. */
const shortestSecret = 4;

/** Takes the credentials among the settings out of a text, as they are and as they are sent. */
export function concealing(settings: Settings): (text: string) => string {
  const forms = secretForms(settings);
  return (text) => forms.reduce((shown, form) => shown.replaceAll(form, redacted), text);
}

const redacted = "[redacted]";

/** As much of an answer as is read to be quoted. */
const readLength = 20_000;

/**
 * Quotes what a system said, in one line of at most so many characters. A program may repeat what it was sent, so the
 * credentials are taken out first: one that is cut in two, or loses its control characters, would not be found.
 */
export function quoting(settings: Settings): (text: string, longest: number) => string {
  const conceal = concealing(settings);
  const longestSecret = secretForms(settings)[0]?.length ?? 0;
  return (text, longest) => {
    const read = conceal(text.slice(0, readLength));
    // A credential may begin before the end of what is read, and end after it.
    return oneLine(text.length > readLength ? read.slice(0, -longestSecret || undefined) : read, longest);
  };
}

/** How credentials may stand in a text, the longest first. */
function secretForms(settings: Settings): readonly string[] {
  const secrets = Object.entries(settings).flatMap(([name, value]) =>
    secretWordOf(name) === undefined ? [] : textsIn(value),
  );
  const username = textOf(settings, "username");
  const password = textOf(settings, "password");
  if (username !== undefined && password !== undefined) secrets.push(basicOf(username, password));
  return [...new Set(secrets.flatMap(formsOf))]
    .filter((form) => form.length >= shortestSecret)
    .sort((a, b) => b.length - a.length);
}

/** A text as it is, in a URL, in JSON, in JSON as Go writes it, and in a page. */
function formsOf(text: string): string[] {
  const json = JSON.stringify(text).slice(1, -1);
  const goJson = json.replace(/[<>&]/g, (char) => `\\u00${char.charCodeAt(0).toString(16)}`);
  const entities: Readonly<Record<string, string>> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&#34;",
    "'": "&#39;",
  };
  const page = text.replace(/[&<>"']/g, (char) => entities[char] ?? char);
  return [
    text,
    encodeURIComponent(text.toWellFormed()),
    json,
    goJson,
    page,
    page.replaceAll("&#34;", "&quot;"),
  ];
}

function textsIn(value: Json | undefined): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
