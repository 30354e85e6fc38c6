/** "Did you mean …": the one of the known names that a mistyped one was likely meant to be. */
import { distance } from "fastest-levenshtein";

/** Longer names are no slips of a finger, and comparing them takes time. */
const longest = 64;

/** What other tools call a secret that is all that a target needs. */
const secretNames = new Set([
  ...["webhook_url", "webhook", "hook_url", "api_url", "service_url"],
  ...["api_key", "routing_key", "integration_key", "service_key", "token", "auth_token", "password"],
]);

/** Undefined where none is near; case counts for nothing. */
export function nearestOf(name: string, known: readonly string[]): string | undefined {
  if (name.length > longest) return undefined;
  if (secretNames.has(name.toLowerCase()) && known.includes("secret")) return "secret";
  const typed = name.toLowerCase();
  let best: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of known) {
    const far = distance(typed, candidate.toLowerCase());
    if (far < least) [best, least] = [candidate, far];
  }
  return best !== undefined && least <= Math.max(2, Math.floor(best.length / 3)) ? best : undefined;
}

/** How a sentence on an unknown name goes on: asks whether the near one was meant; empty where none is near. */
export function meantInstead(name: string, known: readonly string[]): string {
  const nearest = nearestOf(name, known);
  return nearest === undefined ? "" : `; did you mean "${nearest}"?`;
}

/** Shorter names differ by a letter and are others. */
const shortest = 4;

/** Whether a name is a known one but for one slip: a letter too many, too few, another one, or two in each other's place. */
export function isSlipOf(name: string, known: string): boolean {
  const [typed, meant] = [name.trim().toLowerCase(), known.trim().toLowerCase()];
  if (typed === meant || Math.min(typed.length, meant.length) < shortest) return false;
  let start = 0;
  while (start < typed.length && typed[start] === meant[start]) start += 1;
  let end = 0;
  const most = Math.min(typed.length, meant.length) - start;
  while (end < most && typed.at(-1 - end) === meant.at(-1 - end)) end += 1;
  const [was, is] = [typed.slice(start, typed.length - end), meant.slice(start, meant.length - end)];
  // What is numbered is another one.
  if (/\d/.test(was + is)) return false;
  return (was.length <= 1 && is.length <= 1) || (was.length === 2 && was[0] === is[1] && was[1] === is[0]);
}
