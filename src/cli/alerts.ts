/**
 * `alerts why`: why somebody was notified of an alert, or was not. The exit code is the answer: 0 notified, 1 not. What
 * could not be asked so is 2, and what got no answer, or is not known, 3.
 */
import type { Command } from "commander";
import { readable } from "../kernel/readable.ts";
import { outboundConfigs } from "../resources/outbound-configs.ts";
import { teams } from "../resources/teams.ts";
import { type Client, keyClient } from "./client.ts";
import { withUrl } from "./connection.ts";
import { CommandError, exitCodes, RefusedError, usageError } from "./errors.ts";
import { plain } from "./plain.ts";
import { idOf } from "./plans/row-id.ts";
import { printJson } from "./print.ts";

interface WhyOptions {
  readonly url: string;
  readonly email?: string;
  readonly target?: string;
  readonly team?: string;
  readonly json?: boolean;
}

interface Why {
  readonly notified: boolean | null;
  readonly reason: string;
  readonly next_at: string | null;
  readonly steps: readonly { readonly said: string }[];
}

/** Adds `alerts why` to the program. */
export function addAlertCommands(program: Command, env: NodeJS.ProcessEnv): void {
  withUrl(program.command("alerts").description("alerts").command("why <alert>"))
    .description(
      "why somebody was notified of an alert, or was not: exit code 0 notified, 1 not, 2 wrong use, also a wrong key, 3 no answer, or not known",
    )
    .option("--email <address>", "a person or a mailbox")
    .option("--team <name>", "a team, by its name or its id")
    .option("--target <name>", "an outbound target, by its name or its id")
    .option("--json", "answer in JSON")
    .action((alert: string, options: WhyOptions) => explain(alert, options, env));
}

async function explain(alert: string, options: WhyOptions, env: NodeJS.ProcessEnv): Promise<void> {
  const client = keyClient(options.url, env);
  try {
    const path = `/api/v1/alerts/${encodeURIComponent(alert)}/why`;
    const body = await whoOf(client, options);
    const why = await client.call<Why>("POST", path, { reason: "string", steps: "list" }, { body });
    if (options.json) printJson(why);
    else process.stdout.write(textOf(why));
    if (why.notified === null) process.exitCode = exitCodes.unanswered;
    else process.exitCode = why.notified ? 0 : 1;
  } catch (error) {
    // 1 is an answer here.
    if (error instanceof RefusedError) throw new CommandError(error.message, exitCodes.usage, error.body);
    throw error;
  }
}

async function whoOf(client: Client, { email, team, target }: WhyOptions): Promise<object> {
  if ([email, team, target].filter((one) => one !== undefined).length !== 1)
    throw usageError("name one of --email, --team and --target");
  if (email !== undefined) return { email };
  if (team !== undefined) return { team_id: await idOf(client, teams.kind, team) };
  return { target_id: await idOf(client, outboundConfigs.kind, target ?? "") };
}

function textOf({ notified, reason, next_at, steps }: Why): string {
  const word = notified === null ? "Not known" : notified ? "Notified" : "Not notified";
  const next = next_at === null ? [] : [`Next: ${readable(next_at)}`];
  const lines = [`${word}: ${reason}`, ...next, ...steps.map(({ said }) => `  ${said}`)];
  return `${lines.map(plain).join("\n")}\n`;
}
