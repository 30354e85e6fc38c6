/** Whom a request is for: its target's form, and its Host (RFC 9112 §3.2). */
import type { IncomingMessage } from "node:http";
import { Refusal } from "../../kernel/problem.ts";

/** scheme "://" authority, without userinfo, and then what a request usually names alone. */
const absoluteForm = /^https?:\/\/([^/?#@]+)(?=$|[/?])(.*)$/i;
/** uri-host [":" port]; a field without a value names no host, which is allowed. */
const hostValue = /^(?:\[[\da-f:.]+\]|[^\s:/?#@[\]\\,"<>]*)(?::\d*)?$/i;

/**
 * The path and query of a request, whichever form its target has. With the absolute form, which a proxy sends, the
 * host is the target's, and what the field Host says is ignored (RFC 9112 §3.2.2).
 */
export function originForm(request: IncomingMessage): string {
  const { url = "" } = request;
  if (url.startsWith("/")) return url;
  const [, host, rest = ""] = absoluteForm.exec(url) ?? [];
  if (host === undefined) return url;
  request.headers.host = host;
  return rest.startsWith("/") ? rest : `/${rest}`;
}

/** Why a request does not say what it is for, or not once; before anything is answered about it. */
export function targetProblem({
  url,
  headers,
  rawHeaders,
  httpVersion,
}: IncomingMessage): Refusal | undefined {
  // OPTIONS has the target "*", too. What else is left in another form could not be read (originForm).
  if (!url?.startsWith("/") && url !== "*")
    return new Refusal(
      "bad_request",
      "The request's target must be a path, or an http URL without userinfo.",
    );
  let given = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length === 4 && name.toLowerCase() === "host") given += 1;
  }
  // HTTP/1.0 knew no Host.
  if (given === 0)
    return httpVersion === "1.1" ? refused("name the host that the request is for") : undefined;
  if (given > 1) return refused("send it once; a request is for one host");
  if (!hostValue.test(headers.host ?? "")) return refused("write a host, and a port where it needs one");
  return undefined;
}

function refused(message: string): Refusal {
  return new Refusal("bad_request", `Host: ${message} (RFC 9112 §3.2).`, { field: "Host" });
}
