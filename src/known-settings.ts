/** The variables that begin with ORGCONFIG_, so that one that is mistyped is named, and not passed over. */
import { closest, distance } from "fastest-levenshtein";
import { bounds } from "./kernel/growth.ts";
import { type Environment, secretVariables } from "./secret-files.ts";

const prefix = "ORGCONFIG_";

/** Of `orgconfig serve` (docs/operating.md, "Environment"). */
const ofService = [
  "ADMIN_EMAIL",
  "ADMIN_PASSWORD",
  "API_ORIGINS",
  "AWS_PRINCIPAL",
  "DATA_DIR",
  "ENGINE_DIRECTORY",
  "HSTS_SECONDS",
  "LIST_CAP",
  "MCP_ORIGINS",
  "OPEN_ALERTS",
  "OPEN_ALERTS_OF_CONNECTOR",
  "OPERATOR_LISTEN",
  "OPERATOR_TOKEN",
  "OPERATOR_TOKENS",
  "OUTBOUND_ALLOW",
  "PG_PREPARED",
  "PHONE_ACCOUNT",
  "PHONE_FROM",
  "PHONE_TOKEN",
  "PHONE_URL",
  "PUBLIC_URL",
  "RATE_LIMIT",
  "REQUEST_LOG",
  "SECRET_KEYS",
  "SECRET_KEYS_COMMAND",
  "SESSION_IDLE_MINUTES",
  "SYSLOG_CA",
  "SYSLOG_URL",
  "TRUST_PROXY",
  "WORKERS",
];

/** Of commands, the agent and the Terraform provider, which are often set next to the service's own. */
const ofOthers = [
  "RUN",
  "API_KEY",
  "CA_CERTIFICATE",
  "EMAIL",
  "ENDPOINT",
  "KEY",
  "MAX_RETRIES",
  "NEW_PASSWORD",
  "NODE",
  "ORGANIZATION",
  "OVERRIDE_TESTS",
  "PASSWORD",
  "PROPOSE",
  "READ_KEY",
  "RELOAD_URL",
  "SECOND_FACTOR",
  "TIMEOUT",
  "TOKEN",
  "URL",
  "WORKER",
];

/** All of them, by their whole names. */
export const knownSettings: readonly string[] = [
  ...[...ofService, ...Object.values(bounds).map(({ variable }) => variable), ...ofOthers].map(
    (name) => prefix + name,
  ),
  ...secretVariables.filter((name) => name.startsWith(prefix)).map((name) => `${name}_FILE`),
];

export interface UnknownSetting {
  readonly name: string;
  /** The known one that is spelled most alike; undefined where none is near. */
  readonly nearest: string | undefined;
}

/** The variables of this environment that mean nothing, in the order of their names. Their values are not looked at. */
export function unknownSettings(env: Environment): readonly UnknownSetting[] {
  return Object.keys(env)
    .filter((name) => env[name] !== undefined && name.startsWith(prefix) && !knownSettings.includes(name))
    .sort()
    .map((name) => ({ name, nearest: nearestOf(name) }));
}

/** What is said of one, for the log and the doctor. */
export function unknownSettingMessage({ name, nearest }: UnknownSetting): string {
  const meant = nearest === undefined ? "take it out" : `did you mean ${nearest}?`;
  return `${name} is no variable of orgconfig and has no effect: ${meant}`;
}

/** Half of what is after the prefix may be wrong, no more: a name far from all is no typing error. */
function nearestOf(name: string): string | undefined {
  const nearest = closest(name, [...knownSettings]);
  return distance(name, nearest) * 2 <= name.length - prefix.length ? nearest : undefined;
}
