#!/usr/bin/env -S node --max-semi-space-size=8
/** The program: reads the command line and the environment, and puts everything together. */
import { hostname } from "node:os";
import { Command, CommanderError } from "commander";
import { addAgentCommand } from "./cli/agent.ts";
import { isAway, saidOf } from "./cli/away.ts";
import { CommandError, errorNames, exitCodes, usageError } from "./cli/errors.ts";
import { addExportCommand } from "./cli/export.ts";
import { addGateCommands } from "./cli/gate.ts";
import { addMailCommands } from "./cli/mail.ts";
import { pathOf } from "./cli/paths.ts";
import { hasPrintedJson, printJson } from "./cli/print.ts";
import { addRemoteCommands } from "./cli/remote.ts";
import { addStatusPageCommands } from "./cli/status-page.ts";
import { endWithOutput } from "./cli/terminal.ts";
import { BadEnvironment, withSecretFiles } from "./secret-files.ts";
import { build } from "./version.ts";

/** Such a run's 2 says that there are changes, so that everything that goes wrong is 1. */
const detailed = process.argv.includes("--detailed-exitcode");

/** Such a run prints one JSON document on its standard output, also where it fails. */
const asJson = process.argv.includes("--json");

/** Its log is JSON, a line each. */
const serves = process.argv[2] === "serve";

const env = environment();

const program = new Command("orgconfig")
  .description("Holds one organization's reliability set-up, for scripts, Terraform, agents and people.")
  .version(build)
  .showHelpAfterError("(orgconfig --help shows what there is)")
  // It throws instead, so that what it printed is written to the end.
  .exitOverride();

// What works on the database is loaded when it is asked for: a command that calls a service starts in a third of the time.
program
  .command("serve")
  .description("serve HTTP until SIGTERM; settings come from the environment, see docs/operating.md")
  .action(async () => (await import("./cli/start.ts")).runStart(env));

const migrate = program
  .command("migrate")
  .description("bring the database's schema up to this program's, and stop")
  .action(async () => (await import("./cli/migrate.ts")).runMigrate(env));

program
  .command("doctor")
  .description(
    "look at settings, database, keys, mail, engines, disk, files, proxies and queues; exit code 0 when all is in order, 1 with warnings, 2 with errors",
  )
  .option("--url <url>", "where the service runs; else where HOST and PORT say", env.ORGCONFIG_URL)
  .option("--json", "answer in JSON")
  .action(async (options: { url?: string; json?: boolean }) =>
    (await import("./cli/doctor/run.ts")).runDoctor(env, options),
  );

program
  .command("backup")
  .description(
    "write the whole database into a file, also while the service runs; what is sealed stays sealed, and its keys are not in the file",
  )
  .argument("<file>", "where to; it is replaced when the new one is whole; - is the standard output", pathOf)
  .option("--json", "answer in JSON")
  .action(async (file: string, options: { json?: boolean }) =>
    (await import("./cli/backup.ts")).runBackup(env, file, options),
  );

const audit = program.command("audit").description("the audit log");
audit
  .command("verify")
  .description("hold every organization's audit log against its chain; exit code 1 when one does not agree")
  .option(
    "--heads <file>",
    "also hold the chains against heads that were kept outside of the database: the service's log as it is, or what `audit heads` printed; - is the standard input",
    pathOf,
  )
  .option("--json", "answer in JSON")
  .action(async (options: { heads?: string; json?: boolean }) =>
    (await import("./cli/audit-verify.ts")).runAuditVerify(env, options),
  );
audit
  .command("heads")
  .description("print where every chain stands, one a line in JSON, to be kept for `audit verify --heads`")
  .action(async () => (await import("./cli/audit-heads.ts")).runAuditHeads(env));

const secrets = program.command("secrets").description("stored secrets, and the keys that seal them");
secrets
  .command("rotate")
  .description(
    "seal every stored secret again, with the first of ORGCONFIG_SECRET_KEYS; exit code 1 when one did not open",
  )
  .action(async () => (await import("./cli/secrets.ts")).runSecretsRotate(env));
secrets
  .command("check")
  .description(
    "name every stored secret that ORGCONFIG_SECRET_KEYS does not open; exit code 1 when there is one",
  )
  .action(async () => (await import("./cli/secrets.ts")).runSecretsCheck(env));
secrets
  .command("accept")
  .description(
    "where the keys of a database are lost: let it start with ORGCONFIG_SECRET_KEYS, which open nothing that is stored",
  )
  .action(async () => (await import("./cli/secrets.ts")).runSecretsAccept(env));

program
  .command("push")
  .description("pushes to browsers and phones")
  .command("rotate-keys")
  .description(
    "make another pair of keys for devices that are added from now on; others are reached as before",
  )
  .option("--json", "print JSON")
  .action(async (options) => (await import("./cli/push.ts")).runPushRotateKeys(env, options));

program
  .command("access")
  .description("what programs and people hold to get in")
  .command("end")
  .description(
    "end them all, in every organization; after a whole backup was restored, which has those that were revoked since",
  )
  .option("--keys", "API keys and SCIM tokens")
  .option("--sessions", "sessions, personal tokens, and links of invitations and resets")
  .option("--json", "answer in JSON")
  .action(async (options: { keys?: boolean; sessions?: boolean; json?: boolean }) =>
    (await import("./cli/access.ts")).runAccessEnd(env, options),
  );

program
  .command("seed")
  .description("fill an organization with a lifelike set-up, to try things on; what is there stays as it is")
  .requiredOption("--demo", "the set-up of Tidewater, an online shop: some 300 rows of every kind")
  .option("--org <id or slug>", "the organization; may be left out where there is only one")
  .option("--rows <count>", "as many rows, made up in addition to the demo's own")
  .action(async (options: { org?: string; rows?: string }) =>
    (await import("./cli/seed.ts")).runSeed(env, options),
  );

addRemoteCommands(program, env);
addMailCommands(program, env);
addGateCommands(program, env);
addStatusPageCommands(program, env);
addExportCommand(program, env);
addAgentCommand(program, env);
// What the others need is loaded for them alone: it takes longer than most commands, and would be a third of the
// memory of an agent, which runs for months on somebody else's machine.
const later: readonly (readonly [names: readonly string[], load: () => Promise<void>])[] = [
  [["migrate"], async () => (await import("./cli/migrate/command.ts")).addMigrateCommands(migrate)],
  [["plan", "drift"], async () => (await import("./cli/plans/plan.ts")).addPlanCommands(program, env)],
  [["apply"], async () => (await import("./cli/plans/apply.ts")).addApplyCommand(program, env)],
  [
    ["history", "restore", "undo"],
    async () => (await import("./cli/plans/history.ts")).addHistoryCommands(program, env),
  ],
  [
    ["propose", "proposals", "proposal"],
    async () => (await import("./cli/plans/proposals.ts")).addProposalCommands(program, env),
  ],
  [["test"], async () => (await import("./cli/tests/command.ts")).addTestCommand(program, env)],
  [["alerts"], async () => (await import("./cli/alerts.ts")).addAlertCommands(program, env)],
  [["oncall"], async () => (await import("./cli/oncall.ts")).addOnCallCommands(program, env)],
  [["git"], async () => (await import("./cli/git.ts")).addGitCommands(program, env)],
  [["drill"], async () => (await import("./cli/drill.ts")).addDrillCommand(program, env)],
  [["import"], async () => (await import("./cli/import.ts")).addImportCommand(program, env)],
  [[], async () => (await import("./cli/completion.ts")).addCompletionCommand(program)],
];
const [, , first = ""] = process.argv;
const isThere = first === "--version" || program.commands.some((command) => command.name() === first);
const needed = later.filter(([names]) => names.includes(first));
// Help, and what is said of a mistyped command, name all of them.
if (needed.length === 0 && !isThere) needed.push(...later);
for (const [, load] of needed) await load();

// The service goes on without whoever read its output.
if (first !== "serve") endWithOutput();
try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) endByUsage(error);
  else endByError(error, env.DATABASE_URL);
}

/** With secrets that are in files. A file that cannot be read ends the program; the doctor says it itself. */
function environment(): NodeJS.ProcessEnv {
  try {
    return withSecretFiles(process.env);
  } catch (error) {
    if (process.argv[2] === "doctor") return process.env;
    endByError(error instanceof BadEnvironment ? usageError(error.message) : error);
    return process.exit();
  }
}

/** Commander has said it. Its own code for a mistyped command line is 1, which says "refused", or at the gate "held". */
function endByUsage({ exitCode, message }: CommanderError): void {
  if (exitCode === 0) return;
  if (asJson) printJson({ error: errorNames[exitCodes.usage], message });
  process.exitCode = detailed ? exitCodes.refused : exitCodes.usage;
}

/** Where no person looks, a start that is refused is a line of the log like those around it. */
function refusedStart(msg: string): string {
  return JSON.stringify({ level: 60, time: Date.now(), pid: process.pid, hostname: hostname(), msg });
}

function endByError(error: unknown, databaseUrl?: string): void {
  const message = saidOf(error, databaseUrl);
  process.stderr.write(
    `${serves && !process.stderr.isTTY ? refusedStart(message) : `orgconfig: ${message}`}\n`,
  );
  const code =
    error instanceof CommandError ? error.exitCode : isAway(error) ? exitCodes.unanswered : exitCodes.refused;
  if (asJson && !hasPrintedJson()) {
    const document = error instanceof CommandError ? error.document : {};
    printJson({ error: errorNames[code], message, ...document });
  }
  process.exitCode = detailed ? exitCodes.refused : code;
}
