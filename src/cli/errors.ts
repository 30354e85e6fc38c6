/** What commands end with: the exit codes, and the errors that carry them. */

import { hasReason } from "../kernel/reasons.ts";

/** Exit codes of every command: what went wrong, for scripts. docs/command-line.md has the table. */
export const exitCodes = {
  /** The service, or what a file says, is against it; or what was looked for was found. */
  refused: 1,
  /** The command line, a variable or an address is wrong. */
  usage: 2,
  /** Nobody answered, or not the service. To try again may help. */
  unanswered: 3,
  /** People have to approve it first. */
  unapproved: 4,
} as const;

/** What --json prints as `error` where the service itself said nothing. */
export const errorNames: Readonly<Record<number, string>> = {
  [exitCodes.refused]: "refused",
  [exitCodes.usage]: "usage",
  [exitCodes.unanswered]: "no_answer",
  [exitCodes.unapproved]: "unapproved",
};

/** An end of the program with a sentence for people. */
export class CommandError extends Error {
  readonly exitCode: number;
  /** What --json prints of it, in addition to the message. */
  readonly document: object;
  constructor(message: string, exitCode: number, document: object = {}) {
    super(message);
    this.exitCode = exitCode;
    this.document = document;
  }
}

/** Wrong use. */
export function usageError(message: string): CommandError {
  return new CommandError(message, exitCodes.usage);
}

/** What was wanted is refused, or cannot be done. */
export function failure(message: string): CommandError {
  return new CommandError(message, exitCodes.refused);
}

/** The service's "no", with all that it said. */
export class RefusedError extends CommandError {
  /** The answer's HTTP status. */
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  constructor(message: string, status: number, body: Readonly<Record<string, unknown>>) {
    super(message, hasReason(body, "needs_approval") ? exitCodes.unapproved : exitCodes.refused, body);
    this.status = status;
    this.body = body;
  }
}
