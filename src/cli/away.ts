/** What the terminal says of a database that is away: also why, which callers of the API are not shown. */
import { Refusal } from "../kernel/problem.ts";

/** Whether whoever had to answer did not. */
export function isAway(error: unknown): error is Refusal {
  return error instanceof Refusal && error.code === "unavailable";
}

/**
 * The error in words; of a database that is away with the cause and, where that is known, its host and port. Never a
 * user or a password.
 * @param databaseUrl DATABASE_URL; undefined for the embedded database
 */
export function saidOf(error: unknown, databaseUrl: string | undefined): string {
  const message = error instanceof Error ? error.message : String(error);
  const cause = isAway(error) ? wordsOf(error.cause) : "";
  if (cause === "") return message;
  const { host, port } = placeOf(databaseUrl);
  const where = host === "" || cause.includes(host) ? "" : ` (${host}${port})`;
  return `${message.replace(/\.$/, "")}: ${cause}${where}`;
}

/** Of a name with several addresses each failed in its own way, and together they have no message. */
function wordsOf(cause: unknown): string {
  if (cause instanceof AggregateError) return [...new Set(cause.errors.map(wordsOf))].join(", ");
  return cause instanceof Error ? cause.message : "";
}

function placeOf(databaseUrl = ""): { readonly host: string; readonly port: string } {
  // Of several servers the cause names each.
  if (!URL.canParse(databaseUrl)) return { host: "", port: "" };
  const { hostname, port, searchParams } = new URL(databaseUrl);
  return {
    host: searchParams.get("host") ?? decodeURIComponent(hostname),
    port: `:${searchParams.get("port") ?? (port || "5432")}`,
  };
}
