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
  const apart = name.replace(/([a-z0-9])([A-Z])/g, "$1 $2").replace(/([A-Z])([A-Z][a-z])/g, "$1 $2");
  return [name, apart].flatMap((text) => text.toLowerCase().split(/[^a-z]+/));
}
