/** What every request's head must be, whatever it asks for. */
import type { IncomingMessage } from "node:http";
import { Refusal } from "../../kernel/problem.ts";

/** Headers that decide what a request is. Node keeps the first of several; a proxy may have gone by another one. */
const single = { host: "Host", authorization: "Authorization", "content-type": "Content-Type" } as const;
const lengths = new Set(Object.keys(single).map(({ length }) => length));

/** A name or an address, and a port (RFC 3986 §3.2.2). */
const validHost = /^(?:\[[\da-f:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*)(?::\d*)?$/i;

type Head = Pick<IncomingMessage, "rawHeaders" | "headers" | "httpVersion">;

/** Why a request is refused before anything else is looked at; undefined where its head is in order. */
export function faultOfHead({ rawHeaders, headers, httpVersion }: Head): Refusal | undefined {
  let seen = "";
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const raw = rawHeaders[index] as string;
    if (!lengths.has(raw.length)) continue;
    const name = raw.toLowerCase();
    if (!(name in single)) continue;
    if (seen.includes(`${name} `)) return repeated(single[name as keyof typeof single]);
    seen += `${name} `;
    if (name === "host" && !validHost.test(rawHeaders[index + 1] as string)) return invalidHost();
  }
  // The authority of a target in absolute form stands in its place.
  if (headers.host !== undefined) return validHost.test(headers.host) ? undefined : invalidHost();
  return httpVersion === "1.1"
    ? fault("Host", "name the host that the request is for (RFC 9112 §3.2).")
    : undefined;
}

function repeated(name: string): Refusal {
  return fault(name, `send one; this request has several ${name} headers (RFC 9110 §5.3).`);
}

function invalidHost(): Refusal {
  return fault(
    "Host",
    "is no name or address with an optional port, such as example.com:8080 (RFC 9112 §3.2).",
  );
}

function fault(field: string, message: string): Refusal {
  return new Refusal("bad_request", `${field}: ${message}`, { field });
}
