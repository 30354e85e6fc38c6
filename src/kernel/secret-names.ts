/** Names that people give to secrets, in texts and in URLs. */

const secretWords = new Set(
  "password passwd passphrase passcode pwd pass pw secret token key apikey accesskey secretkey privatekey authtoken authorization credential credentials creds signature sig jwt bearer cookie session sessionid sessid jsessionid phpsessid sid auth otp pin".split(
    " ",
  ),
);
/** Names written as one word, such as `accesstoken`; with "key" alone, `monkey` would be one. */
const secretEnds =
  /(?:password|passwd|passphrase|pwd|secret|token|signature|(?:api|access|secret|private|auth|signing|shared|subscription)key)$/;

/**
 * The word by which a name says that a secret stands behind it: `AWS_SECRET_ACCESS_KEY`, `clientSecret`,
 * `x-api-key`, `sig`. Undefined where it says none: `monkey`, `keyword`, `max_tokens`.
 */
export function secretWordOf(name: string): string | undefined {
  for (const word of wordsOf(name)) {
    const found = secretWords.has(word) ? word : secretEnds.exec(word)?.[0];
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A name's words in lower case; what looks like camel case also as one word, since `tOkEn` is not camel case. */
export function wordsOf(name: string): string[] {
  const words = name.replace(/([a-z0-9])([A-Z])/g, "$1 $2").replace(/([A-Z])([A-Z][a-z])/g, "$1 $2");
  return [name, words].flatMap((text) => text.toLowerCase().split(/[^a-z]+/));
}

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
