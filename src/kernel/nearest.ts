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
