/**
 * Asks the deploy gate, for pipelines. The exit code is the answer: 0 allowed, 1 held and nothing else. What could not
 * be asked so is 2 and what got no answer 3, so that each pipeline decides for itself what these mean.
 */

import type { Command } from "commander";
import type { decisionFields } from "../features/reliability/deploy-gate/shapes.ts";
import { readable } from "../kernel/readable.ts";
import type { ObjectValueOf } from "../kernel/row-types.ts";
import { keyClient } from "./client.ts";
import { withUrl } from "./connection.ts";
import { CommandError, exitCodes } from "./errors.ts";
import { plain } from "./plain.ts";
import { printJson } from "./print.ts";

const answers = { allowed: 0, held: 1 } as const;

interface GateOptions {
  readonly url: string;
  readonly json?: boolean;
  readonly dryRun?: boolean;
}

/** Adds `gate check` to the program. */
export function addGateCommands(program: Command, env: NodeJS.ProcessEnv): void {
  withUrl(program.command("gate").description("the deploy gate").command("check [service]"))
    .description(
      "whether a service may be deployed now: exit code 0 allowed, 1 held, 2 wrong use, also a wrong key and a service that no row names, 3 no answer",
    )
    .option("--dry-run", "ask the policy alone, without its overrides")
    .option("--json", "answer in JSON")
    .action((service: string | undefined, options: GateOptions) => checkGate(service, options, env));
}

async function checkGate(
  service: string | undefined,
  options: GateOptions,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  try {
    const decision = await ask(service, options, env);
    const unknown = !decision.known;
    if (options.json) printJson(decision);
    else if (!unknown) process.stdout.write(sentences(decision));
    if (unknown)
      throw new Error(
        `no row names the service "${plain(decision.service)}"${meantBy(decision)} Look for its right name in the list of services, or add a deploy policy for it`,
      );
    process.exitCode = decision.allowed ? answers.allowed : answers.held;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const unanswered = error instanceof CommandError && error.exitCode === exitCodes.unanswered;
    throw new CommandError(
      `it is not known whether it may be deployed: ${why}`,
      unanswered ? exitCodes.unanswered : exitCodes.usage,
    );
  }
}

function meantBy({ did_you_mean: meant }: Decision): string {
  return meant === undefined ? "." : `; did you mean "${plain(meant)}"?`;
}

type Decision = ObjectValueOf<typeof decisionFields>;

/** Of a gate of any version: another one may answer more, or other reasons. */
const decisionShape = { service: "string", allowed: "boolean", reasons: "list" } as const;

async function ask(
  service: string | undefined,
  { url, dryRun }: GateOptions,
  env: NodeJS.ProcessEnv,
): Promise<Decision> {
  if (service === undefined || service === "") throw new Error("name the service");
  const query = new URLSearchParams({ service, ...(dryRun ? { dry_run: "true" } : {}) });
  return keyClient(url, env).call<Decision>("GET", `/api/v1/deploy_gate?${query}`, decisionShape);
}

function sentences({ service, allowed, decided_by, override, reasons }: Decision): string {
  const lines = [
    `${service}: ${allowed ? "allowed" : "held"} (decided by ${decided_by})`,
    ...(override === undefined
      ? []
      : [`  ${override.reason} (${override.by}, until ${readable(override.until)})`]),
    ...reasons.map(({ code, message }) => `  ${code}: ${message}`),
  ];
  return `${lines.map(plain).join("\n")}\n`;
}
