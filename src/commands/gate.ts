/**
 * Asks the deploy gate, for pipelines. The exit code is the answer: 0 allowed, 1 held, 2 unknown, also where no row names
 * the service, so that each pipeline decides for itself what an unknown answer means.
 */
import { type Command, Option } from "commander";
import type { decisionFields } from "../capabilities/deploy-gate/shapes.ts";
import type { ObjectValueOf } from "../kernel/field-values.ts";
import { readable } from "../kernel/readable.ts";
import { type Client, CommandError, keyClient } from "./client.ts";

const answers = { allowed: 0, held: 1, unknown: 2 } as const;

interface GateOptions {
  readonly url: string;
  readonly json?: boolean;
  readonly dryRun?: boolean;
}

/** Adds `gate check` to the program. */
export function addGateCommands(program: Command, env: NodeJS.ProcessEnv): void {
  program
    .command("gate")
    .description("the deploy gate")
    .command("check [service]")
    .description("whether a service may be deployed now: exit code 0 allowed, 1 held, 2 unknown")
    .addOption(
      new Option("--url <url>", "where the service is").env("ORGCONFIG_URL").default("http://127.0.0.1:8080"),
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
    process.stdout.write(options.json ? `${JSON.stringify(decision, null, 2)}\n` : sentences(decision));
    if (isUnknown(decision)) process.stderr.write(`${unknownService(decision.service)}\n`);
    process.exitCode = isUnknown(decision)
      ? answers.unknown
      : decision.allowed
        ? answers.allowed
        : answers.held;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new CommandError(`could not tell whether it may be deployed: ${why}`, answers.unknown);
  }
}

type Decision = ObjectValueOf<typeof decisionFields>;

/** Whether it is a deploy gate's answer at all. A gate of another version may answer more, or other reasons. */
function isDecision(answer: object): answer is Decision {
  return (
    "allowed" in answer &&
    typeof answer.allowed === "boolean" &&
    "reasons" in answer &&
    Array.isArray(answer.reasons)
  );
}

/** Whether no row names the service, which a mistyped name looks like. An override may name it all the same. */
function isUnknown({ known, override }: Decision): boolean {
  return known === false && override === undefined;
}

function unknownService(service: string): string {
  return `No row names the service "${oneLine(service)}", so the gate knows nothing about it. Look for its right name in the list of services, or add a deploy policy for it.`;
}

async function ask(
  service: string | undefined,
  { url, dryRun }: GateOptions,
  env: NodeJS.ProcessEnv,
): Promise<Decision> {
  if (service === undefined || service === "") throw new Error("name the service");
  const query = new URLSearchParams({ service, ...(dryRun ? { dry_run: "true" } : {}) });
  const client: Client = keyClient(url, env);
  const answer = await client.call("GET", `/api/v1/deploy_gate?${query}`);
  if (!isDecision(answer)) throw new Error(`${url} gave no answer of a deploy gate`);
  return answer;
}

function sentences({ service, allowed, decided_by, override, reasons }: Decision): string {
  const lines = [
    `${service}: ${allowed ? "allowed" : "held"} (decided by ${decided_by})`,
    ...(override === undefined
      ? []
      : [`  ${override.reason} (${override.by}, until ${readable(override.until)})`]),
    ...reasons.map(({ code, message }) => `  ${code}: ${message}`),
  ];
  return `${lines.map(oneLine).join("\n")}\n`;
}

function oneLine(text: string): string {
  return text.replace(/\p{Cc}/gu, " ");
}
