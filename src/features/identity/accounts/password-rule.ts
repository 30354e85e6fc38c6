/** Which passwords are refused: those that are guessed first. Decided here, without asking anybody. */
import { dictionary } from "@zxcvbn-ts/language-common";
import { type Problem, unprocessable } from "../../../kernel/problem.ts";
import { passwordBounds } from "./password.ts";

/** Characters that people add to a common word, such as "2026!". */
const maxAdded = 4;
/** The longest piece whose repetition makes a password: "abcabcabc". */
const maxRepeated = 4;

const common: ReadonlySet<string> = new Set(dictionary["passwords-common"].filter(longEnough));

/** Whom the password is for: what others know of the person is no secret. */
export interface PasswordOwner {
  readonly email: string;
  /** The names of the organizations that the person is in, or joins. */
  readonly organizations: readonly string[];
}

/** What is wrong with a password that somebody chose; undefined when nothing is. Its length was checked before. */
export function trivialPassword(
  password: string,
  { email, organizations }: PasswordOwner,
): string | undefined {
  const forms = formsOf(password);
  if (forms.some((form) => common.has(form))) return refusal("is a common password");
  if (isPattern(folded(password))) return refusal("is a repetition or a run of characters");
  const [local = "", domain = ""] = folded(email).split("@");
  const known = [folded(email), local, domain, domain.split(".")[0] ?? ""];
  if (forms.some((form) => known.includes(form))) return refusal("is the email address, or a part of it");
  const names = organizations.map(folded);
  if (forms.some((form) => names.some((name) => form === name || form === name.replaceAll(" ", ""))))
    return refusal("is the organization's name");
  return undefined;
}

/** @throws 422 that names the field when the password is one that is guessed first */
export function refuseTrivial(field: string, password: string, owner: PasswordOwner): void {
  const message = trivialPassword(password, owner);
  if (message !== undefined) throw unprocessable([{ field, message, reason: "trivial_password" }]);
}

/** The problem of a new password that is the present one. */
export function samePassword(field: string): Problem {
  return { field, message: "is the present password; choose another one", reason: "same_password" };
}

function refusal(what: string): string {
  return `${what}; choose at least ${passwordBounds.min} characters that are no common password, no run or repetition of characters, not the email address and not the organization's name (a few words that do not belong together are good)`;
}

/** The password, and what is left of it without what was added at either end. */
function formsOf(password: string): string[] {
  const whole = folded(password);
  const bare = whole.replace(/^[^\p{Letter}]+|[^\p{Letter}]+$/gu, "");
  const added = whole.length - bare.length;
  return bare !== "" && added > 0 && added <= maxAdded ? [whole, bare] : [whole];
}

function folded(text: string): string {
  return text.normalize("NFKC").toLowerCase().trim();
}

/** One piece over and over, or each character the one after (or before) the last: "12121212", "abcdefgh". */
function isPattern(text: string): boolean {
  for (let length = 1; length <= maxRepeated; length += 1) {
    const piece = text.slice(0, length);
    if (
      text.length >= 2 * length &&
      text === piece.repeat(Math.ceil(text.length / length)).slice(0, text.length)
    )
      return true;
  }
  const steps = new Set(
    [...text].slice(1).map((character, at) => (character.codePointAt(0) ?? 0) - (text.codePointAt(at) ?? 0)),
  );
  return steps.size === 1 && (steps.has(1) || steps.has(-1));
}

/** A form is at most that much shorter than the password, so shorter words of the list are never met. */
function longEnough(word: string): boolean {
  return word.length >= passwordBounds.min - maxAdded;
}
