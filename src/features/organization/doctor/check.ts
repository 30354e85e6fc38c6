/** What the doctor says of one thing that it looked at. */

export const areas = [
  "settings",
  "database",
  "keys",
  "mail",
  "phone",
  "engines",
  "disk",
  "files",
  "proxy",
  "queues",
  "bounds",
] as const;
export const statuses = ["ok", "skipped", "warning", "error"] as const;

export type Area = (typeof areas)[number];
/** `skipped`: it is not set up, or could not be looked at. */
export type CheckStatus = (typeof statuses)[number];

export interface Check {
  readonly area: Area;
  /** What was looked at, in a word or two that stay. */
  readonly name: string;
  readonly status: CheckStatus;
  /** What was found, and of what is not in order the way out. Never a secret. */
  readonly message: string;
}

type Say = (name: string, message: string) => Check;

/** Checks of one area, by their status. */
export function checksOf(area: Area): Readonly<Record<CheckStatus, Say>> {
  const say =
    (status: CheckStatus): Say =>
    (name, message) => ({ area, name, status, message });
  return { ok: say("ok"), skipped: say("skipped"), warning: say("warning"), error: say("error") };
}

/** That of the worst check; `skipped` is as good as `ok`. */
export function worstOf(checks: readonly Check[]): "ok" | "warning" | "error" {
  if (checks.some(({ status }) => status === "error")) return "error";
  return checks.some(({ status }) => status === "warning") ? "warning" : "ok";
}
