/** What people do next where a connection does not work. */
import type { ErrorKind } from "../health.ts";

const steps: Readonly<Record<ErrorKind, string>> = {
  network: "check the address and the port, and whether the other system lets this service in",
  auth_invalid: "enter the credentials again, or make new ones in the other system",
  assume_role_denied: "let this service assume the role in the other system",
  access_denied: "give the account or the token more rights in the other system",
  throttled: "wait a minute, then test again",
  malformed_query: "correct the query, then try it again",
  other: "read what it answered, and check that the address is the one of its API",
};

/** What lets the service reach an address that it must not reach as it is. @returns NAME=value */
export function settingToReach(url: string): string {
  return `ORGCONFIG_OUTBOUND_ALLOW=${new URL(url).hostname}`;
}

/** @param setting where the address is one that the service must not reach, the setting with which it may */
export function nextStep(kind: ErrorKind, setting: string | undefined): string {
  return setting === undefined
    ? steps[kind]
    : `use a public address, or ask the people who run this service to start it with ${setting}, after what is in that variable already and a comma`;
}
