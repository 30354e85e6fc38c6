/** What a database's failures mean: an answer, a database that is away, or a write in doubt. */
import type pg from "pg";
import { inDoubt, Refusal } from "../kernel/problem.ts";

/**
 * SQLSTATE classes that mean: the statement is fine, the database is not there. A server that only reads
 * (25006) does not lead its cluster any more, or not yet. One that ended a statement (57014) or a transaction (25P03)
 * for the time it took was busy, waited for a lock, or received nothing from here.
 */
const unreachable = /^(08|53|57014|57P0|58|25006|25P03)/;
const unreachableCodes = new Set([
  "ECONNABORTED",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTDOWN",
  "EHOSTUNREACH",
  "ENETDOWN",
  "ENETUNREACH",
  "ENOENT",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
]);

/** The code of a database error: an SQLSTATE, or the system's word for a failed connection. */
export function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" ? code : undefined;
}

/**
 * Whether the database itself refused the statement, by an SQLSTATE: then the connection is in order. One
 * that leads to a server which does not serve, or not any more, is closed: the next may lead to another.
 */
export function isAnswer(error: unknown): boolean {
  const code = codeOf(error instanceof Refusal ? error.cause : error);
  return code !== undefined && /^[0-9A-Z]{5}$/.test(code) && !/^(08|57P0|25006|25P03)|^E/.test(code);
}

const noneFree = "timeout exceeded when trying to connect";
/** pg's words for a statement that has no answer in time. Its connection has that answer still before it. */
const silence = "Query read timeout";

/** Whether the server did not answer in time, so that nothing more can be asked on the connection. */
export function isSilence(error: unknown): boolean {
  const cause = error instanceof Refusal ? error.cause : error;
  return cause instanceof Error && cause.message === silence;
}

/** Says what else may be behind it when no connection was to be had in time. */
export function explained(error: unknown, timeoutMs: number | undefined): unknown {
  if (!(error instanceof Error) || error.message !== noneFree) return error;
  const why =
    "the database does not answer, every connection is taken, or work within a transaction asked the database instead of the connection that it was given";
  return new Error(`${noneFree} (${timeoutMs} ms): ${why}`, { cause: error });
}

/** Whether the database is away, or the way to it. pg says some of this in words alone, without a code. */
function isAway(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== undefined && (unreachable.test(code) || unreachableCodes.has(code))) return true;
  const message = error instanceof Error ? error.message : "";
  return (
    message.startsWith(noneFree) ||
    message === silence ||
    /^timeout expired$|Connection terminated|Client (has encountered a connection error|was closed)/.test(
      message,
    )
  );
}

/** The refusal of what waited so many milliseconds behind statements that are not answered, and was not sent. */
export function noneAnswered(waitedMs: number): unknown {
  return translate(explained(new Error(noneFree), waitedMs));
}

/** Whether its disk is full: as a server says it, and the embedded database. */
export function saysDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return codeOf(error) === "53100" || (error.cause !== error && saysDiskFull(error.cause));
}

/** What a server says itself of why it does nothing, by its SQLSTATE: more than that it is away. */
const known: Readonly<Record<string, readonly [message: string, retryAfterSeconds: number]>> = {
  "53100": [
    "The database's disk is full: nothing can be stored until whoever runs the installation makes room.",
    30,
  ],
  "25006": [
    "The database takes no writes: it is a standby, or set to read only. Whoever runs the installation leads DATABASE_URL to the primary; try again shortly.",
    5,
  ],
  "53200": ["The database has no memory left for this; try again shortly.", 5],
  "57014": [
    "The database took too long for this, or somebody else held what it needs for too long; try again shortly.",
    5,
  ],
  "53300": ["The database takes no more connections: its max_connections is reached; try again shortly.", 5],
};

/** What was found to come of a database that is away. */
const ofAway = new WeakSet<object>();

/** Whether an error, or its cause, is that the database is away. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ofAway.has(error) || (error.cause !== error && isDatabaseAway(error.cause));
}

function noted(error: unknown): void {
  if (error instanceof Error) ofAway.add(error);
}

/** The failure of what stored nothing: a read, a connection that was not to be had, a transaction before its COMMIT. */
export function translate(error: unknown): unknown {
  if (error instanceof Refusal || !isAway(error)) return error;
  const [message, retryAfterSeconds] = known[codeOf(error) ?? ""] ?? [
    "The database does not answer; try again shortly.",
    1,
  ];
  const refusal = new Refusal("unavailable", message, { retryAfterSeconds });
  refusal.cause = error;
  noted(error);
  return refusal;
}

/**
 * The failure of what stores, once that was sent: COMMIT, or a write outside of a transaction. With an ERROR the
 * server itself says that it stored nothing. FATAL and PANIC end a connection, and what stands between may have
 * said so without knowing; in another language than English an ERROR is not recognized, and is in doubt too.
 */
export function translateStored(error: unknown): unknown {
  if (!isAway(error)) return error;
  noted(error);
  return (error as Partial<pg.DatabaseError>).severity === "ERROR" ? translate(error) : inDoubt(error);
}
