/**
 * What another program said went wrong, as one sentence that may be stored and shown: without control characters
 * and without what looks like a secret. It rather takes away a word too many. Each step reads the text once.
 */
import { oneLine } from "./one-line.ts";
import { secretWordOf, wordsOf } from "./secret-names.ts";

/** Most characters that are kept. */
export const sentenceLength = 300;
/** As much of a text as is read at all; what is behind it is never shown. */
const readLength = 20_000;

const redacted = "[redacted]";

/** A sentence of at most {@link sentenceLength} characters; empty where nothing readable was said. */
export function sanitised(text: string): string {
  const line = oneLine(withoutBlocks(withoutEscapes(text.slice(0, readLength).toWellFormed())), readLength)
    .split(/\s+/u)
    .map(withoutUserinfo)
    .join(" ");
  return oneLine(withoutTokens(withoutValues(line)), sentenceLength);
}

/** A terminal's control sequences (ECMA-48 §5.4, §5.6): with the escape alone gone, their letters would stay. */
const escapes = new RegExp(
  [
    "(?:\\u001b\\[|\\u009b)[0-?]*[ -/]*[@-~]?",
    "(?:\\u001b[\\]PX^_]|[\\u0090\\u0098\\u009d-\\u009f])[^\\u0007\\u001b\\u009c]*(?:\\u0007|\\u001b\\\\|\\u009c)?",
    "\\u001b[ -/]*[0-~]?",
  ].join("|"),
  "gu",
);

function withoutEscapes(text: string): string {
  return text.replace(escapes, "");
}

/** PEM blocks (RFC 7468), also where the end was cut off. */
function withoutBlocks(text: string): string {
  const [before = "", ...blocks] = text.split("-----BEGIN ");
  return [
    before,
    ...blocks.map((block) => {
      const end = block.indexOf("-----END ");
      const rest = end < 0 ? -1 : block.indexOf("-----", end + "-----END ".length);
      return `${redacted}${rest < 0 ? "" : block.slice(rest + "-----".length)}`;
    }),
  ].join("");
}

/** `scheme://user:password@host` without what stands before the last @ that can end it. */
function withoutUserinfo(word: string): string {
  const start = word.indexOf("://");
  if (start < 0) return word;
  const from = start + "://".length;
  const rest = word.slice(from);
  const authority = rest.search(/[/?#]/);
  const simple = rest.lastIndexOf("@", authority < 0 ? rest.length : authority);
  // A password with a slash in it is no URL, and is still a password; a port is no password.
  const loose = /^[^/?#@]*:(?!\d{1,5}(?:[/?#]|$))/.test(rest) ? rest.lastIndexOf("@") : -1;
  const at = Math.max(simple, loose);
  return at < 0 ? word : `${word.slice(0, from)}${redacted}${rest.slice(at)}`;
}

/** A text may also list several of them: `passwords`, `api_keys`. */
function isSecretName(name: string): boolean {
  if (secretWordOf(name) !== undefined) return true;
  return wordsOf(name).some((word) => word.endsWith("s") && secretWordOf(word.slice(0, -1)) !== undefined);
}

/** A name and what leads from it to its value: `name=`, `name: `, `"name":`, `name => `, `--name `. */
const named = /(?<![A-Za-z0-9_.-])(--?)?([A-Za-z][A-Za-z0-9_.-]*)([\\"'`]*)( ?(?:=>|[:=]) ?| )/g;
const schemes = /^(?:bearer|basic|digest|negotiate|token|apikey|aws4-hmac-sha256)[,:]? /i;

function withoutValues(line: string): string {
  let clean = "";
  let from = 0;
  named.lastIndex = 0;
  for (let found = named.exec(line); found !== null; found = named.exec(line)) {
    const [whole, dashes, name = "", , leads = ""] = found;
    const start = found.index + whole.length;
    if (!isAssigned(name, dashes, leads)) {
      // A name may be the value of what stands before it, and the next may begin right behind it.
      named.lastIndex = found.index + whole.length;
      continue;
    }
    const end = endOfValue(line, start, name);
    if (end === start) continue;
    clean += `${line.slice(from, start)}${redacted}`;
    from = end;
    named.lastIndex = end;
  }
  return clean + line.slice(from);
}

/** `bearer` leads to a token by a space alone, and so does an option of a command line. */
function isAssigned(name: string, dashes: string | undefined, leads: string): boolean {
  if (leads !== " ") return isSecretName(name);
  return /^bearer$/i.test(name) || (dashes === "--" && isSecretName(name));
}

/** Where a value ends: at its closing quote, or else at the next space; a header's at the end of the text. */
function endOfValue(line: string, start: number, name: string): number {
  if (/cookie$/i.test(name)) return line.length;
  const opening = /^(\\*)(["'`])/.exec(line.slice(start, start + 8));
  if (opening !== null)
    return endOfQuoted(line, start + opening[0].length, opening[2] as string, opening[1] as string);
  const scheme = schemes.exec(line.slice(start, start + 32));
  const end = line.indexOf(" ", start + (scheme?.[0].length ?? 0));
  return end < 0 ? line.length : end;
}

/** Behind the closing quote, which has no more backslashes before it than the opening one, and a delimiter behind it. */
function endOfQuoted(line: string, start: number, quote: string, backslashes: string): number {
  for (let at = line.indexOf(quote, start); at >= 0; at = line.indexOf(quote, at + 1)) {
    const isEscaped = line[at - 1 - backslashes.length] === "\\" && line[at - 1] === "\\";
    if (!isEscaped && /[\s,;:.&)\]}>"'`\\]/.test(line[at + 1] ?? " ")) return at + 1;
  }
  return line.length;
}

/** Keys and tokens that are known by how they begin, ours among them; and JSON Web Tokens. */
const tokens =
  /(?<![A-Za-z0-9])(?:svc_(?:ak|pat)_|gh[pousr]_|github_pat_|glpat-|xox[a-z]-|xapp-|sk[-_](?:live_|test_|proj-|ant-)?|rk_live_|pk_live_|whsec_|hvs\.|npm_|pypi-|dop_v1_|SG\.|AIza|(?:AKIA|ASIA)(?=[A-Z0-9]{12})|eyJ(?=[A-Za-z0-9_-]{8}))[A-Za-z0-9_.~+/=-]{8,}/g;
/** The rest of the address is what lets anybody post there. */
const slackHook = /(hooks\.slack\.com\/(?:services|workflows|triggers)\/)[^\s"'<>]+/g;

function withoutTokens(line: string): string {
  return line.replace(slackHook, `$1${redacted}`).replace(tokens, redacted);
}
