/** The log of a program that serves: JSON, a line each. */
import { type LogFn, type Logger, type LoggerOptions, pino } from "pino";
import { isDatabaseAway } from "../database/failures.ts";

/** Whatever asks a database that is away says so; the database's own watch says it once at each change. */
const quietMs = 60_000;
const warn = 40;

/** @param level the least of what is written, such as warn */
export function createLog(level: string, destination?: Parameters<typeof pino>[1]): Logger {
  let last = Number.NEGATIVE_INFINITY;
  const logMethod: NonNullable<LoggerOptions["hooks"]>["logMethod"] = function (args, method, at) {
    const [details, message] = args as unknown as [{ err?: unknown } | undefined, string?];
    const err = at >= warn && typeof details === "object" ? details?.err : undefined;
    if (err === undefined || !isDatabaseAway(err)) return method.apply(this, args);
    if (performance.now() - last < quietMs) return this.debug(details as object, message);
    last = performance.now();
    const error = err instanceof Error ? err.message : String(err);
    const words = `${(message ?? error).replace(/\.$/, "")} (more of this is at level debug for a minute)`;
    return (method as LogFn).call(this, { ...details, err: undefined, error }, words);
  };
  return pino({ level, hooks: { logMethod } }, destination ?? pino.destination(1));
}
