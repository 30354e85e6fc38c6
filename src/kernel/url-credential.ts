/** Finds credentials in URLs, which are stored and shown in clear. */
import { secretWordOf } from "./secret-names.ts";

/**
 * Says what of a URL is a credential, without repeating it: userinfo (RFC 3986 §3.2.1), or a parameter with
 * the name of a secret, in the query, behind a ";" of the path (§3.3) or in the fragment, where OAuth puts
 * its tokens (RFC 6749 §4.2.2). Undefined where there is none.
 */
export function credentialIn(url: string): string | undefined {
  const form = /^https?:\/\/([^/?#]*)(.*)$/isu.exec(url);
  if (form === null) return undefined;
  const [, authority = "", rest = ""] = form;
  if (authority.includes("@")) return 'a user name or password before "@"';
  for (const parameter of rest.split(/[?&;#]/).slice(1)) {
    const end = parameter.indexOf("=");
    const word = end < 0 ? undefined : secretWordOf(decoded(parameter.slice(0, end)));
    if (word !== undefined) return `a parameter with "${word}" in its name`;
  }
  return undefined;
}

/** As forms are decoded: bytes that are no UTF-8 throw nothing. */
function decoded(name: string): string {
  return [...new URLSearchParams(`${name}=`).keys()].join("");
}
