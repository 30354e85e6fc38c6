/**
 * Entity tags and their conditions (RFC 9110 §8.8.3, §13.1.1, §13.1.2). A row's tag is strong and opaque; behind it
 * stands a revision number that is never given out twice. A list's tag is weak: it stands for what the list says,
 * however that is compressed. What a row shows of state has a tag of its own, next to the row's.
 */
import { Refusal } from "./problem.ts";

export type Condition = { readonly any: true } | { readonly any: false; readonly tags: readonly string[] };

/** What a request asks of the row's present version before anything is done. */
export interface Conditions {
  readonly ifMatch?: Condition | undefined;
  readonly ifNoneMatch?: Condition | undefined;
}

/** Whether the request names a version at all. */
export function namesVersion({ ifMatch, ifNoneMatch }: Conditions): boolean {
  return ifMatch !== undefined || ifNoneMatch !== undefined;
}

/**
 * The header whose condition does not hold, If-Match first (RFC 9110 §13.2.2). `etag` is undefined where there
 * is nothing yet, or what there is has no tag; then `exists` shows which. `If-Match: *` always holds here
 * (specification, rule 3 of the generic operations).
 */
export function failedCondition(
  conditions: Conditions,
  etag: string | undefined,
  exists = etag !== undefined,
): "If-Match" | "If-None-Match" | undefined {
  if (failsMatch(conditions, etag)) return "If-Match";
  const { ifNoneMatch } = conditions;
  if (ifNoneMatch?.any === true ? exists : etag !== undefined && isHeld(conditions, [etag]))
    return "If-None-Match";
  return undefined;
}

/** Whether If-Match names versions, and none of them is this one. */
export function failsMatch({ ifMatch }: Conditions, etag: string | undefined): boolean {
  return ifMatch !== undefined && !ifMatch.any && (etag === undefined || !strongMatch(ifMatch, etag));
}

/** Whether If-None-Match names one of these tags, or whatever there is: the caller has it. */
export function isHeld({ ifNoneMatch }: Conditions, tags: readonly string[]): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.any || tags.some((tag) => weakMatch(ifNoneMatch, tag));
}

/** @param revision of a row, or the digest of a text: what differs whenever the tag has to */
export function etagOf(revision: string): string {
  return `"${revision}"`;
}

/** @param digest of the text that the tag stands for */
export function weakTag(digest: string): string {
  return `W/"${digest}"`;
}

/** What is between two commas that no quotes are around. */
const listElement = /(?:[^",]|"[^"]*(?:"|$))+/g;
const entityTag = /^(W\/)?("[\x21\x23-\x7e\x80-\xff]*")$/;

/**
 * Reads an If-Match or If-None-Match header. `undefined` means that it does not parse: a list of quoted
 * tags, or `*`. Weak tags are kept with their prefix.
 */
export function parseCondition(header: string): Condition | undefined {
  const text = header.trim();
  if (text === "*") return { any: true };
  const tags: string[] = [];
  for (const [element] of text.matchAll(listElement)) {
    const part = element.trim();
    if (part === "") continue; // RFC 9110 §5.6.1: recipients ignore empty list elements
    if (!entityTag.test(part)) return undefined;
    tags.push(part);
  }
  return tags.length === 0 ? undefined : { any: false, tags };
}

/**
 * Reads a condition that guards a write.
 * @param name the header, or the field that stands for it
 * @throws 400 where it does not parse: it would guard nothing
 */
export function readCondition(name: "If-Match" | "If-None-Match" | "if_match", text: string): Condition {
  const condition = parseCondition(text);
  if (condition !== undefined) return condition;
  const message = `${name}: send the ETag of a read as it was, quotes included, such as "42", or *.`;
  throw new Refusal("bad_request", message, { field: name });
}

/** If-Match uses the strong comparison (§13.1.1): a weak tag never matches, whichever of the two it is. */
function strongMatch(condition: Condition & { any: false }, etag: string): boolean {
  return !etag.startsWith("W/") && condition.tags.includes(etag);
}

/** If-None-Match uses the weak comparison (§13.1.2): the `W/` prefix does not count. */
function weakMatch(condition: Condition & { any: false }, etag: string): boolean {
  const opaque = opaqueOf(etag);
  return condition.tags.some((tag) => opaqueOf(tag) === opaque);
}

function opaqueOf(tag: string): string {
  return tag.startsWith("W/") ? tag.slice(2) : tag;
}
