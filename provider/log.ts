/**
 * Lines for Terraform's log, in the form of go-hclog: JSON on standard error, of which Terraform reads level and
 * fields. A line reports a request and holds no header, body or query, where secrets and keys are, and no address
 * of a person.
 */
import type { Log } from "../src/client/client.ts";

type Variables = Readonly<Record<string, string | undefined>>;

/** From the most to the least that is said. */
const levels = ["TRACE", "DEBUG", "INFO", "WARN", "ERROR", "OFF"];

/**
 * The log that the environment asks for; undefined for none. Terraform takes TF_LOG_PROVIDER for providers, and
 * TF_LOG where that is not set. `JSON`, as any word that it does not know, is all there is to it.
 */
export function createLog(
  { TF_LOG, TF_LOG_PROVIDER }: Variables,
  write: (line: string) => void = (line) => process.stderr.write(line),
): Log | undefined {
  const wanted = (TF_LOG_PROVIDER || TF_LOG || "OFF").toUpperCase();
  const least = Math.max(levels.indexOf(wanted), 0);
  if (least > levels.indexOf("WARN")) return undefined;
  return (level, message, fields) => {
    if (levels.indexOf(level.toUpperCase()) < least) return;
    const line = {
      "@level": level,
      "@message": message,
      "@module": "provider.orgconfig",
      // With six digits behind the point: Terraform takes a line with another time as plain text.
      "@timestamp": new Date().toISOString().replace("Z", "000Z"),
      ...fields,
    };
    write(`${JSON.stringify(line)}\n`);
  };
}
