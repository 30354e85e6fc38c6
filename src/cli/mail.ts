/** The operator's commands for deliveries that were not sent. */
import { type Command, Option } from "commander";
import { operatorClient } from "./client.ts";
import { withAnswer } from "./connection.ts";
import { failure, usageError } from "./errors.ts";
import { print } from "./print.ts";

const path = "/api/v1/operator/deliveries";
const columns = ["id", "status", "channel", "target", "subject", "attempts", "next_attempt_at", "last_error"];

interface Common {
  readonly url: string;
  readonly json?: boolean;
}

/** Adds `mail list`, `mail retry` and `mail drop` to the program. */
export function addMailCommands(program: Command, env: NodeJS.ProcessEnv): void {
  const mail = program.command("mail").description("what was not sent yet, as the operator");
  withAnswer(
    mail.command("list"),
    "list mail, webhooks and Slack messages that are queued, held or parked",
  ).action(async (options: Common) => {
    const answer = await operatorClient(options.url, env).call("GET", path, {
      data: "list",
      truncated: "boolean",
    });
    print(answer, columns, options.json === true);
    if (answer.truncated === true) process.stderr.write("There is more; these are the oldest.\n");
  });
  withAnswer(
    mail.command("retry [id...]"),
    "queue parked and held deliveries again: those named, or all to which something is still sent",
  ).action(async (ids: string[], options: Common) => {
    const answer = await operatorClient(options.url, env).call(
      "POST",
      `${path}/retry`,
      { queued: "number", left: "number" },
      { body: { ids } },
    );
    print(answer, [], options.json === true);
    if (Number(answer.left) > 0)
      process.stderr.write(
        `${answer.left} stay parked: nothing more is sent to them (mail list says why). Name one to send it all the same.\n`,
      );
    const left = new Set(ids).size - Number(answer.queued);
    if (left > 0) throw failure(`${left} of those named are neither parked nor held`);
  });
  withAnswer(
    mail.command("drop"),
    "remove what is held or parked and older than so long, for good; nobody is sent it any more",
  )
    .requiredOption("--older <age>", "such as 30d, 12h or 90m")
    .addOption(new Option("--status <status>", "only these").choices(["held", "parked"]))
    .action(async (options: Common & { older: string; status?: string }) => {
      const before = new Date(Date.now() - ageOf(options.older)).toISOString();
      const statuses = options.status === undefined ? [] : [options.status];
      const answer = await operatorClient(options.url, env).call(
        "POST",
        `${path}/drop`,
        { dropped: "number" },
        { body: { before, statuses } },
      );
      print(answer, [], options.json === true);
    });
}

const unitsMs: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Milliseconds of an age such as 30d. */
function ageOf(text: string): number {
  const [, count, unit = ""] = /^(\d{1,5})([mhd])$/.exec(text) ?? [];
  if (count === undefined)
    throw usageError(`--older: write an age as 30d, 12h or 90m (days, hours, minutes), not "${text}"`);
  return Number(count) * (unitsMs[unit] ?? 0);
}
