import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { pino } from "pino";
import { createVault } from "../database/vault.ts";
import { type Audit, createAudit } from "../features/identity/audit/index.ts";
import { type HeadReport, type KnownHead, readHeads } from "../features/identity/audit/known-heads.ts";
import type { AuditReport, ChainReport } from "../features/identity/audit/verify.ts";
import { isAway, saidOf } from "./away.ts";
import { CommandError, exitCodes, usageError } from "./errors.ts";
import { withExisting } from "./open.ts";
import { printJson } from "./print.ts";

/**
 * Compares every organization's audit log with its chain, and where heads are given, the chains against those.
 * Exit code 1 when one does not agree; what kept it from being read at all is 3, so that nobody takes it for
 * tampering.
 */
export async function runAuditVerify(
  env: NodeJS.ProcessEnv,
  options: { readonly heads?: string; readonly json?: boolean },
): Promise<void> {
  const heads = options.heads === undefined ? undefined : await headsIn(options.heads);
  const report = await openAudit(env, (audit) => audit.verify(heads));
  const unproven = unprovenBy(report, heads);
  if (options.json) {
    printJson({ ...report, unproven });
  } else {
    const lines = report.organizations.flatMap((chain) => linesOf(chain, heads !== undefined));
    const limits = unproven.map((what) => `not proven: ${what}`);
    const verdict = report.verified ? "verified" : "NOT VERIFIED";
    for (const line of [...lines, ...limits, verdict]) process.stdout.write(`${line}\n`);
  }
  process.exitCode = report.verified ? 0 : exitCodes.refused;
}

/** Runs `work` on the audit log of the database that the environment names. */
export async function openAudit<T>(env: NodeJS.ProcessEnv, work: (audit: Audit) => Promise<T>): Promise<T> {
  try {
    return await withExisting(env, (database, settings) => {
      const log = pino({ level: "silent" });
      return work(createAudit({ database, vault: createVault(settings.secretKeys), log }));
    });
  } catch (error) {
    if (error instanceof CommandError) throw error;
    // What the embedded engine throws is no Error, but has a name and a message.
    const { message, name } = error as Error;
    const why = isAway(error) ? saidOf(error, env.DATABASE_URL) : message || name;
    throw new CommandError(`the audit log could not be read: ${why}`, exitCodes.unanswered);
  }
}

/** The heads in a file, or in the standard input. */
async function headsIn(file: string): Promise<KnownHead[]> {
  const input = file === "-" ? process.stdin : createReadStream(file);
  const heads = await new Promise<KnownHead[]>((resolve, reject) => {
    // An error of the file does not reach who reads its lines.
    input.once("error", reject);
    readHeads(createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })).then(resolve, reject);
  }).catch((error: Error) => {
    throw usageError(`--heads: ${file} could not be read: ${error.message}`);
  });
  if (heads.length > 0) return heads;
  throw usageError(
    `--heads: ${file} holds no head of a chain; give the service's log, in JSON and at the level info, or what \`orgconfig audit heads\` printed`,
  );
}

/** What this run could not have shown, so that nobody takes it for shown. */
function unprovenBy({ organizations }: AuditReport, heads: readonly KnownHead[] | undefined): string[] {
  const waiting = organizations.reduce((sum, { unsealed }) => sum + unsealed, 0);
  const removable = "that no change by itself, and no whole plan, was removed";
  const unsealed =
    waiting === 0
      ? `${removable} in the second before it was sealed`
      : `${removable} before it was sealed; ${waiting} records wait for that`;
  if (heads === undefined) {
    return [
      "that no chain was set back to an earlier state of itself, and that none was removed whole together with its organization, and that not all were replaced together with their keys: for that give --heads FILE, with the service's log or saved heads",
      unsealed,
    ];
  }
  const without = organizations.filter((chain) => chain.heads.length === 0 && chain.head !== null);
  return [
    ...without.map(({ organization }) => `that ${organization} was not set back: no head of it was given`),
    "anything about what was sealed after the newest head that was given of a chain, and about organizations of which none was",
    unsealed,
  ];
}

const stateWords: Readonly<Record<HeadReport["state"], string>> = {
  found: "found at their places",
  cut: "of before the place where retention cut the chain, which nothing can be compared with",
  changed: "changed",
  vanished: "vanished",
  chain_gone: "of a chain that is gone",
  forged: "not written by the service",
};

function linesOf(chain: ChainReport, headsGiven: boolean): string[] {
  const { organization, records, sealed, unsealed, refused, problems } = chain;
  const head = chain.head === null ? "no seal yet" : `head ${chain.head.position} ${chain.head.seal}`;
  const more = chain.moreProblems ? ["  … and more"] : [];
  return [
    `${organization}: ${records} records, ${sealed} sealed, ${unsealed} waiting, ${refused} refused, ${head}`,
    ...(headsGiven ? [`  heads: ${headLine(chain.heads)}`] : []),
    ...problems.map(({ kind, message }) => `  ${kind}: ${message}`),
    ...more,
  ];
}

/** How many of the heads are in which state; JSON names each. */
function headLine(heads: readonly HeadReport[]): string {
  if (heads.length === 0) return "none given";
  const counts = Object.entries(stateWords).flatMap(([state, words]) => {
    const count = heads.filter((head) => head.state === state).length;
    return count === 0 ? [] : [`${count} ${words}`];
  });
  return `${counts.join(", ")}; the newest at position ${heads.at(-1)?.position}`;
}
