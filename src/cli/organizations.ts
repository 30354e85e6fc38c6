/** `orgconfig orgs`: organizations, their plans and what they use, as the operator. */
import { createReadStream } from "node:fs";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { type Command, Option } from "commander";
import { BadBackup, type Manifest } from "../database/backup/format.ts";
import { openBackup } from "../database/backup/read.ts";
import { plans } from "../kernel/access.ts";
import { counted } from "../kernel/readable.ts";
import { operatorClient } from "./client.ts";
import { withAnswer, withUrl } from "./connection.ts";
import { destinationOf } from "./destination.ts";
import { CommandError, exitCodes, usageError } from "./errors.ts";
import { keepPrivate } from "./kept-file.ts";
import { asOperator, type Common, operator, pathOf, type Step } from "./operator-steps.ts";
import { pathOf as fileOf } from "./paths.ts";
import { say } from "./terminal.ts";
import { wholeNumber } from "./whole-number.ts";

const shapes = {
  list: { data: "list" },
  organization: { id: "string", slug: "string" },
  plan: { plan: "string", quotas: "object" },
  deleted: { id: "string", deleted: "boolean" },
} as const;

const plansPath = "/api/v1/operator/plans";
const quotaWords =
  "such as rows_per_kind=500, rows.slos=50, alerts_per_minute=100, page_subscribers=1000, requests_per_second=20; none is no limit";

/** Adds what there is below `orgs`. */
export function addOrganizationCommands(orgs: Command, env: NodeJS.ProcessEnv): void {
  addBasics(orgs, env);
  addStanding(orgs, env);
  addQuotas(orgs, env);
  withUrl(orgs.command("export"))
    .description(
      "write one organization into a file, as restore --organization takes it; whole or not at all",
    )
    .argument("<org>", "the organization")
    .argument("<file>", "where to; - is the standard output", fileOf)
    .action((org: string, file: string, { url }: Common) => exportTo(url, env, org, file));
  const columns = [
    "organization_id",
    "rows",
    "bytes",
    "members",
    "page_subscribers",
    "alerts_last_hour",
    "texts_last_month",
    "calls_last_month",
    "requests_per_second",
    "refused",
    "database_percent",
    "last_activity_at",
  ];
  withAnswer(
    orgs.command("use"),
    "list what organizations have, and what they asked for in the last minutes",
  ).action((options: Common) =>
    asOperator(options, env, {
      method: "GET",
      path: "/api/v1/operator/use",
      expects: shapes.list,
      columns,
    }),
  );
}

function addBasics(orgs: Command, env: NodeJS.ProcessEnv): void {
  const columns = ["id", "slug", "name", "plan", "state"];
  const { list, organization } = shapes;
  withAnswer(orgs.command("list"), "list the organizations").action((options: Common) =>
    asOperator(options, env, { method: "GET", path: operator, expects: list, columns }),
  );
  withAnswer(orgs.command("show <org>"), "show an organization").action((org: string, options: Common) =>
    asOperator(options, env, { method: "GET", path: pathOf(operator, org), expects: organization }),
  );
  withAnswer(orgs.command("create <name>"), "make an organization")
    .addOption(planOption())
    .action((name: string, options: Common & { plan?: string }) => {
      const body = { name, plan: options.plan };
      return asOperator(options, env, { method: "POST", path: operator, expects: organization, body });
    });
  withAnswer(orgs.command("update <org>"), "rename an organization, or move it to another plan")
    .option("--name <name>", "the new name")
    .addOption(planOption())
    .option("--clear-ip-allowlist", "let its credentials work from any address again")
    .action((org: string, options: Common & { name?: string; plan?: string; clearIpAllowlist?: boolean }) => {
      const body = { name: options.name, plan: options.plan, clear_ip_allowlist: options.clearIpAllowlist };
      return asOperator(options, env, patch(org, body));
    });
}

function addStanding(orgs: Command, env: NodeJS.ProcessEnv): void {
  const expects = shapes.organization;
  withAnswer(
    orgs.command("suspend <org>"),
    "have an organization take no changes; it can be read and exported, and alerts still reach people",
  )
    .requiredOption("--reason <text>", "why, for its people to read")
    .action((org: string, { reason, ...options }: Common & { reason: string }) =>
      asOperator(options, env, {
        method: "POST",
        path: pathOf(operator, org, "suspension"),
        expects,
        body: { reason },
      }),
    );
  withAnswer(orgs.command("lift <org>"), "lift an organization's suspension").action(
    (org: string, options: Common) =>
      asOperator(options, env, { method: "DELETE", path: pathOf(operator, org, "suspension"), expects }),
  );
  withAnswer(
    orgs.command("delete <org>"),
    "delete an organization and all its rows in 30 days, once it is exported; its audit log stays",
  )
    .requiredOption("--yes", "confirm that it is meant")
    .option(
      "--after-days <days>",
      "in so many days; 0: at once, if it was suspended and exported",
      wholeNumber,
    )
    .option("--reason <text>", "why, for its people to read")
    .action((org: string, options: Common & { afterDays?: number; reason?: string }) => {
      const { afterDays, reason } = options;
      const query = new URLSearchParams();
      if (afterDays !== undefined) query.set("after_days", String(afterDays));
      if (reason !== undefined) query.set("reason", reason);
      const path = `${pathOf(operator, org)}${query.size > 0 ? `?${query}` : ""}`;
      return asOperator(options, env, { method: "DELETE", path, expects: shapes.deleted });
    });
  withAnswer(orgs.command("keep <org>"), "take an organization's deletion back").action(
    (org: string, options: Common) =>
      asOperator(options, env, { method: "DELETE", path: pathOf(operator, org, "deletion"), expects }),
  );
}

function addQuotas(orgs: Command, env: NodeJS.ProcessEnv): void {
  withAnswer(
    orgs.command("set-quotas <org> [quota...]"),
    `set an organization's own quotas, in the place of those that it had: ${quotaWords}; without any its plan's hold`,
  ).action((org: string, quotas: readonly string[], options: Common) =>
    asOperator(options, env, patch(org, { quotas: quotasIn(quotas) })),
  );
  withAnswer(orgs.command("plans"), "list the plans with their quotas").action((options: Common) =>
    asOperator(options, env, {
      method: "GET",
      path: plansPath,
      expects: shapes.list,
      columns: ["plan", "quotas"],
    }),
  );
  withAnswer(
    orgs.command("set-plan-quotas <plan> [quota...]"),
    `set a plan's quotas, in the place of those that it had: ${quotaWords}; without any it has none`,
  ).action((plan: string, quotas: readonly string[], options: Common) =>
    asOperator(options, env, {
      method: "PUT",
      path: pathOf(plansPath, plan),
      expects: shapes.plan,
      body: { quotas: quotasIn(quotas) },
    }),
  );
}

function patch(org: string, body: object): Step {
  return { method: "PATCH", path: pathOf(operator, org), expects: shapes.organization, body };
}

/** `name=number`, or `name=none`; of a kind `rows.kind=number`. @throws CommandError for another form */
function quotasIn(texts: readonly string[]): object {
  const quotas: Record<string, number | null> = {};
  const rows: Record<string, number | null> = {};
  for (const text of texts) {
    const [, kind, name = "", value] = /^(rows\.)?([a-z_]+)=(\d{1,15}|none)$/.exec(text) ?? [];
    if (value === undefined) throw usageError(`"${text}" is no quota: write ${quotaWords}`);
    (kind === undefined ? quotas : rows)[name] = value === "none" ? null : Number(value);
  }
  return Object.keys(rows).length === 0 ? quotas : { ...quotas, rows };
}

function planOption(): Option {
  return new Option("--plan <plan>", "the plan").choices([...plans]);
}

/** Into a file of its own first: what breaks off, or is no export, is never kept. */
async function exportTo(url: string, env: NodeJS.ProcessEnv, org: string, file: string): Promise<void> {
  if (file !== "-") await destinationOf(file);
  const content = await operatorClient(url, env).download(
    pathOf(operator, org, "export"),
    "application/gzip",
  );
  const folder = await mkdtemp(join(tmpdir(), "orgconfig-export-"));
  const spool = join(folder, "export");
  try {
    const handle = await open(spool, "wx", 0o600);
    await pipeline(content, handle.createWriteStream());
    const manifest = await manifestOf(spool);
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    const whole = createReadStream(spool);
    await (file === "-" ? pipeline(whole, process.stdout, { end: false }) : keepPrivate(file, whole));
    say(
      `${file}: ${counted(rows, "row")} of ${org}, whole. What is sealed in it needs ORGCONFIG_SECRET_KEYS.`,
    );
    // Not loaded by the other commands here.
    (await import("./backup-schema.ts")).sayNewerSchema(file, manifest);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Reads the export to its end. @throws CommandError where it is not whole */
async function manifestOf(path: string): Promise<Manifest> {
  try {
    const backup = await openBackup(createReadStream(path));
    for (const table of backup.manifest.tables) for await (const _row of backup.rows(table));
    await backup.end();
    return backup.manifest;
  } catch (error) {
    if (error instanceof BadBackup)
      throw new CommandError(
        `the export is not whole, and was not kept: ${error.message}`,
        exitCodes.unanswered,
      );
    throw error;
  }
}
