/**
 * What a text may look like. Each format is a question with an answer for people: undefined when the text
 * is fine, else a sentence on what to write instead.
 */
import ipaddr from "ipaddr.js";
import validator from "validator";
import { cronProblem } from "./cron.ts";
import { parseMatcher } from "./matchers.ts";
import { picturePattern, readPictureUrl } from "./picture.ts";
import { credentialIn } from "./secret-names.ts";

interface Format {
  /** `secrets` are the names of the fields next to it that take a secret. */
  readonly check: (text: string, secrets?: readonly string[]) => string | undefined;
  /** What else the writer of such a text has to know; a sentence. */
  readonly note?: string;
  /** The `format` keyword of JSON Schema, where one fits. */
  readonly schemaFormat?: string;
  /** An ECMA-262 pattern that every accepted text matches. */
  readonly pattern?: string;
  readonly example: string;
}

const uriMarks = "A-Za-z0-9\\-._~!$&'()*+,;=";
const escaped = "%[0-9A-Fa-f]{2}";

/** A URI by RFC 3986, so that what is stored is one for every reader: authority of these characters, path and query, fragment. */
function urlPattern(authority: string): string {
  return `^[Hh][Tt][Tt][Pp][Ss]?://(\\[[0-9A-Fa-f:.]+\\]|[${authority}]|${escaped})+([/?]([${uriMarks}:@/?]|${escaped})*)?(#([${uriMarks}:@/?]|${escaped})*)?$`;
}

const patterns = {
  url: urlPattern(`${uriMarks}:`),
  link: urlPattern(`${uriMarks}:@`),
  service: "^(?!\\.{1,2}$)[^@/\\x00-\\x1f\\x7f-\\x9f]*$",
  environment: "^[^@/\\x00-\\x1f\\x7f-\\x9f]*$",
} as const;

export const formats = {
  email: {
    check: (text) => (isEmail(text) ? undefined : "must be an email address, such as oncall@example.com"),
    schemaFormat: "email",
    example: "oncall@example.com",
  },
  url: {
    check: (text, secrets = []) =>
      credentialProblem(text, secrets) ?? (isHttpUrl(text) ? undefined : noHttpUrl),
    note: "No user name, password, key or token may be in it.",
    schemaFormat: "uri",
    pattern: patterns.url,
    example: "https://example.com/hook",
  },
  /** A link to something outside, as it was reported: its parameters are not checked for names of credentials. */
  link: {
    check: (text) => (isHttpUrl(text) ? undefined : noHttpUrl),
    schemaFormat: "uri",
    pattern: patterns.link,
    example: "https://example.com/alerts/4711",
  },
  domain: {
    check: (text) => (validator.isFQDN(text) ? undefined : "must be a domain name, such as example.com"),
    example: "example.com",
  },
  hostname: {
    check: (text) =>
      validator.isFQDN(text, { require_tld: false }) || ipaddr.isValid(text)
        ? undefined
        : "must be a host name or an IP address, such as www.example.com",
    example: "www.example.com",
  },
  cidr: {
    check: (text) =>
      ipaddr.isValidCIDR(text)
        ? undefined
        : "must be an address range in CIDR notation, such as 192.0.2.0/24 or 2001:db8::/32",
    example: "192.0.2.0/24",
  },
  timezone: {
    check: (text) =>
      isTimeZone(text) ? undefined : "must be an IANA time zone, such as UTC or Europe/Berlin",
    example: "Europe/Berlin",
  },
  matcher: {
    check: (text) => {
      const parsed = parseMatcher(text);
      return parsed.ok ? undefined : parsed.message;
    },
    example: 'severity="critical"',
  },
  account: byPattern("^[0-9]{12}$", "must be the twelve digits of a cloud account", "123456789012"),
  // Partition, direction and number, as AWS names them: eu-west-1, us-gov-east-1, ap-southeast-2.
  region: byPattern(
    "^[a-z]{2}(-[a-z]+)+-[0-9]{1,2}$",
    "must be a cloud region, such as eu-west-1",
    "eu-west-1",
  ),
  repository: byPattern(
    "^(?!\\.{1,2}/)[A-Za-z0-9._-]{1,100}/(?!\\.{1,2}$)[A-Za-z0-9._-]{1,100}$",
    'must be written owner/name, and neither may be "." or ".."',
    "acme/checkout",
  ),
  // What `git check-ref-format --branch` takes.
  branch: byPattern(
    "^(?![-./]|@$|HEAD$)(?!.*(\\.\\.|@\\{|//|/\\.|\\.lock/|\\.lock$))[^\\x00-\\x20\\x7f~^:?*\\[\\\\]*[^\\x00-\\x20\\x7f~^:?*\\[\\\\./]$",
    'must be a branch name that git takes, such as main or feature/login: no space, control character or any of ~^:?*[\\, no "..", "//" or "@{", no part that begins with "." or ends with ".lock", nor "-", "." or "/" at the wrong end',
    "main",
  ),
  sha256: byPattern(
    "^[0-9a-f]{64}$",
    "must be a SHA-256 in 64 hexadecimal digits of lower case",
    "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  ),
  snake: byPattern("^[a-z][a-z0-9_]*$", "must be lower snake case, such as new_relic", "new_relic"),
  slug: byPattern("^[a-z0-9-]+$", "must be lower-case letters, digits and hyphens", "acme-status"),
  color: byPattern("^#[0-9a-fA-F]{6}$", "must be a colour written #rrggbb, such as #6d28d9", "#6d28d9"),
  /** A small picture in the row itself. */
  picture: {
    check: (text) => {
      const read = readPictureUrl(text);
      return "problem" in read ? read.problem : undefined;
    },
    note: "A PNG or a JPEG of at most 64 KiB.",
    pattern: picturePattern,
    example:
      "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==",
  },
  version: byPattern(
    "^[0-9]{1,6}\\.[0-9]{1,6}(\\.[0-9]{1,6})?$",
    "must be a version in numbers, such as 0.25 or 2.42.0",
    "2.42",
  ),
  host_port: byPattern(
    "^([A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9_])?|\\[[0-9A-Fa-f:.]+\\]):[0-9]{1,5}$",
    "must be a host and a port, such as 192.0.2.53:53 or [2001:db8::53]:53",
    "192.0.2.53:53",
  ),
  clock: byPattern(
    "^([01][0-9]|2[0-3]):[0-5][0-9]$",
    "must be a time of day written HH:MM, such as 09:30",
    "09:30",
  ),
  clock_end: byPattern(
    "^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$",
    "must be a time of day written HH:MM, such as 17:30; 24:00 is the end of the day",
    "17:30",
  ),
  cron: {
    check: cronProblem,
    note: "Five fields by the clock of the time zone: minute, hour, day of the month, month, day of the week. L is the last, as in 5L, and # the how-manieth, as in MON#1.",
    example: "30 2 * * *",
  },
  set: byPattern(
    "^[A-Za-z0-9._/-]+$",
    "must be letters without accents, digits, and any of . _ - /, such as platform-repo",
    "platform-repo",
  ),
  image: byPattern(
    "^[a-z0-9]([a-z0-9._:-]*[a-z0-9])?(/[a-z0-9]([a-z0-9._-]*[a-z0-9])?)+$",
    "must be a container image written registry/repository without a tag, such as ghcr.io/acme/checkout",
    "ghcr.io/acme/checkout",
  ),
  service: bindingPart(
    "service",
    'must not hold "@", "/" or control characters, nor be "." or ".."',
    "checkout",
  ),
  environment: bindingPart("environment", 'must not hold "@", "/" or control characters', "prod"),
} as const satisfies Record<string, Format>;

export type TextFormat = keyof typeof formats;

export function formatOf(name: TextFormat): Format {
  return formats[name];
}

function byPattern(pattern: string, message: string, example: string): Format {
  const compiled = new RegExp(pattern, "u");
  return { check: (text) => (compiled.test(text) ? undefined : message), pattern, example };
}

/** Half of a service binding's id: it must survive in a path, and alone not be taken for `.` or `..`. */
function bindingPart(name: "service" | "environment", message: string, example: string): Format {
  const { check, ...rest } = byPattern(patterns[name], message, example);
  return {
    check: (text) => check(text) ?? (text === text.trim() ? undefined : "must not begin or end with space"),
    ...rest,
  };
}

/** Mail servers and JSON Schema's `email` agree on these; quoted names and other scripts are for few of them. */
function isEmail(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text) && !text.startsWith('"') && validator.isEmail(text);
}

// Userinfo is for a format to refuse in words of its own.
const httpUrl = new RegExp(patterns.link, "u");
const noHttpUrl =
  "must be an absolute http or https URL, such as https://example.com/hook, with other characters percent-encoded";

/** Says where the credential belongs, and never repeats it: messages travel to logs and terminals. */
function credentialProblem(text: string, secrets: readonly string[]): string | undefined {
  const found = credentialIn(text);
  if (found === undefined) return undefined;
  const wayOut =
    secrets.length > 0
      ? `put what is secret in ${secrets.join(" or ")}, or leave it out`
      : "leave it out, because the URL is stored and shown in clear";
  return `must not hold a credential, and has ${found}: ${wayOut}`;
}

function isHttpUrl(text: string): boolean {
  return httpUrl.test(text) && URL.canParse(text) && new URL(text).hostname !== "";
}

const knownZones = new Map<string, boolean>();

function isTimeZone(text: string): boolean {
  // Offsets such as +02:00 are accepted by Intl and are not names in the IANA database.
  if (!/^[A-Za-z]/.test(text)) return false;
  const known = knownZones.get(text);
  if (known !== undefined) return known;
  const valid = canFormat(text);
  if (knownZones.size < 1_000) knownZones.set(text, valid);
  return valid;
}

function canFormat(zone: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
