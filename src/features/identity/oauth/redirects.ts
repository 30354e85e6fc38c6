/** Where a program may have the answer sent: what it may register, what is the same address, and what people are shown of it. */

export type Destination = {
  /** A site, a program on the person's own computer, or an app that opens links of its scheme. */
  readonly kind: "site" | "this_computer" | "app";
  /** The host name (as ASCII, so that no letters of another script stand in for it), or the scheme. */
  readonly name: string;
};

const longest = 2_000;
const ownComputer = ["127.0.0.1", "[::1]", "localhost"];
/** Schemes that a browser handles itself, or by which a page reaches more of a computer than an app that waits for an answer. */
const refusedSchemes =
  /^(?:javascript|data|vbscript|file|blob|filesystem|about|view-source|chrome|[a-z-]*-extension|resource|ftps?|wss?|mailto|tel|sms|intent|search|search-ms|ms-[a-z0-9.+-]*|x-apple[a-z0-9.+-]*):$/;

/** What is wrong with it as an address for the answer; undefined where nothing is. */
export function redirectProblem(uri: unknown): string | undefined {
  if (typeof uri !== "string" || uri.length > longest)
    return `must be an address of at most ${longest} characters`;
  if (/[^\x21-\x7e]/.test(uri) || !URL.canParse(uri)) return "must be a whole address, in ASCII";
  const { protocol, hostname, hash, username, password } = new URL(uri);
  if (hash !== "" || uri.includes("#")) return "must not have a fragment";
  if (username !== "" || password !== "") return "must not have a user or a password in it";
  if (/^https?:$/.test(protocol) && writtenHost(uri) !== hostname)
    return "must have its host as it is: a whole name, or an IPv4 address of four numbers";
  if (protocol === "https:") return undefined;
  if (protocol === "http:")
    return ownComputer.includes(hostname)
      ? undefined
      : "must begin with https, unless it is on the person's own computer (127.0.0.1, [::1] or localhost)";
  if (refusedSchemes.test(protocol) || !uri.toLowerCase().startsWith(`${protocol}//`))
    return "must begin with https, or with the scheme of an app, as in app://callback";
  return undefined;
}

/** The host as it stands there: 127.1, 2130706433 and 0x7f.0.0.1 are 127.0.0.1 to a browser, and people read another thing. */
function writtenHost(uri: string): string | undefined {
  return /^https?:\/\/(\[[^\]]*\]|[^/:?]*)/i.exec(uri)?.[1]?.toLowerCase();
}

/**
 * Whether the address is one of those: letter for letter. On the person's own computer the port is whichever is free when the
 * program starts (RFC 8252, section 7.3).
 */
export function isAmong(uri: string, registered: readonly string[]): boolean {
  if (registered.includes(uri)) return true;
  const loose = withoutPort(uri);
  return loose !== undefined && registered.some((one) => withoutPort(one) === loose);
}

/** Of an address on the person's own computer, everything but the port. */
function withoutPort(uri: string): string | undefined {
  const [, start, rest = ""] =
    /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::\d{1,5})?([/?].*)?$/.exec(uri) ?? [];
  return start === undefined ? undefined : start + rest;
}

export function destinationOf(uri: string): Destination {
  const { protocol, hostname, host } = new URL(uri);
  if (protocol === "https:") return { kind: "site", name: host };
  if (protocol === "http:") return { kind: "this_computer", name: hostname };
  return { kind: "app", name: `${protocol}//` };
}

/** The address with the answer in its query, next to what it has there already. */
export function answerAt(uri: string, answer: Readonly<Record<string, string | null>>): string {
  const query = Object.entries(answer).flatMap(([name, value]) =>
    value === null ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return `${uri}${uri.includes("?") ? "&" : "?"}${query.join("&")}`;
}
