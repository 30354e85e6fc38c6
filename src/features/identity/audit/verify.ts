/**
 * Compares the audit log with its chains, one organization after the other, in constant memory: links are
 * walked in pages, on one view of the database, so that it may be done while the service runs.
 */

import type {
  AuditCounts,
  AuditStore,
  AuditTables,
  BrokenPlan,
  ChainPoint,
  Checkpoint,
  CoveredLink,
  LifeActions,
  ProvenPoint,
  WaitingRecord,
} from "../../../engine/ports/audit.ts";
import { grouped } from "../../../kernel/grouped.ts";
import { genesis, isProvenCheckpoint, isProvenHead, type KnownKeys, sealOf } from "./chain.ts";
import { type ChainKey, pagesOf } from "./chain-key.ts";
import { createHeadCheck, type HeadReport, type HeadState, type KnownHead } from "./known-heads.ts";
import type { RecordCodes } from "./record-codes.ts";

export interface AuditReport {
  /** Whether no chain has a problem. */
  readonly verified: boolean;
  readonly organizations: readonly ChainReport[];
}

/** What verification needs of the world. */
export interface Verification {
  readonly store: AuditStore;
  readonly chainKey: Pick<ChainKey, "find">;
  readonly codes: RecordCodes;
}

/** The same on one unchanging view of the database. */
type ChainVerification = Omit<Verification, "store"> & { readonly view: AuditTables };

export interface ChainReport {
  readonly organization: string;
  readonly records: number;
  readonly sealed: number;
  /** Records that wait to be sealed, which takes a second or so. */
  readonly unsealed: number;
  /** Records that were refused a seal, because the service did not write them. */
  readonly refused: number;
  /** Where the chain ends; null while nothing was sealed. */
  readonly head: ChainPoint | null;
  /** What became of the heads that were given to hold the chain against. */
  readonly heads: readonly HeadReport[];
  /** The first hundred. */
  readonly problems: readonly ChainProblem[];
  readonly moreProblems: boolean;
}

export interface ChainProblem {
  readonly kind:
    | "mismatch"
    | "missing_record"
    | "missing_link"
    | "stray_link"
    | "unsealed_record"
    | "unproven_record"
    | "wrong_head"
    | "changed_head"
    | "vanished_head"
    | "chain_gone"
    | "forged_head"
    | "wrong_checkpoint"
    | "missing_key"
    | "no_chain"
    | "no_beginning"
    | "incomplete_plan"
    | "wrong_plan";
  readonly message: string;
  /** The plan's id, where it is about one. */
  readonly plan?: string;
  readonly position?: number;
  readonly sequence?: number;
}

/** Every organization's log begins with the record of its making, which the same transaction writes. */
const lifeActions: LifeActions = {
  resource: "organization",
  made: "create_organization",
  deleted: "delete_organization",
};

const pageSize = 500;
export const maxProblems = 100;

/** Every chain; heads from outside of the database may be given to hold them against. */
export async function verifyChains(
  verification: Verification,
  knownHeads: readonly KnownHead[] = [],
): Promise<AuditReport> {
  const { store } = verification;
  const organizations: ChainReport[] = [];
  const headsOf = grouped(knownHeads, ({ organization }) => organization);
  const add = async (organization: string) => {
    const heads = headsOf.get(organization);
    organizations.push(
      await store.snapshot((view) => verifyChain({ ...verification, view }, organization, heads)),
    );
  };
  let next = await store.nextOrganization("");
  while (next !== undefined) {
    const organization = next;
    await add(organization);
    headsOf.delete(organization);
    next = await store.nextOrganization(organization);
  }
  for (const organization of headsOf.keys()) await add(organization);
  return { verified: organizations.every(({ problems }) => problems.length === 0), organizations };
}

/**
 * One organization's chain; for the caller to put on one view of the database. The keys are read on that view:
 * the first start makes them just before it seals, and a chain must not be checked without the keys that sealed it.
 */
export async function verifyChain(
  { view, chainKey, codes }: ChainVerification,
  organization: string,
  knownHeads: readonly KnownHead[] = [],
): Promise<ChainReport> {
  const problems: ChainProblem[] = [];
  const report: Reporter = (...found) => problems.push(...found.slice(0, maxProblems + 1 - problems.length));

  const keys = await chainKey.find(view);
  const counts = await view.counts(organization);
  const checkpoint = await view.checkpoint(organization);
  const head = await view.head(organization);
  const chain: Chain = { view, organization, keys, counts, checkpoint, head };
  report(...keyProblems(chain));
  const headCheck = createHeadCheck(keys, knownHeads, checkpoint);
  const last = await walk(chain, (link) => headCheck.meet(link), report);
  if (head !== undefined && head.position > last.position)
    report(missingLinks(last.position + 1, head.position));
  if (keys.seals !== undefined) report(...ownHeadProblems(keys, organization, head, last));
  const heads = headCheck.reports(last.position > genesis.position || head !== undefined);
  for (const known of heads) report(...knownHeadProblems(known, last));
  await checkRecords(chain, codes, report);
  return {
    organization,
    ...counts,
    head: last.position === genesis.position ? null : { position: last.position, seal: last.seal },
    heads,
    problems: problems.slice(0, maxProblems),
    moreProblems: problems.length > maxProblems,
  };
}

type Reporter = (...found: readonly ChainProblem[]) => void;

/** What is stored of one organization's chain, but for its links and records. */
interface Chain {
  readonly view: AuditTables;
  readonly organization: string;
  readonly keys: KnownKeys;
  readonly counts: AuditCounts;
  readonly checkpoint: Checkpoint | undefined;
  readonly head: ProvenPoint | undefined;
}

function keyProblems({
  keys: { seals: key },
  organization,
  counts,
  checkpoint,
  head,
}: Chain): ChainProblem[] {
  if (key === undefined) {
    if (counts.sealed === 0 && head === undefined) return [];
    const message = "the chain key is gone from the installation: no seal can be checked";
    return [{ kind: "missing_key", message }];
  }
  if (checkpoint === undefined || isProvenCheckpoint(key, organization, checkpoint)) return [];
  const message = "the checkpoint was not left by retention";
  return [{ kind: "wrong_checkpoint", position: checkpoint.position, message }];
}

/** Checks every link, and that the chain has a beginning and no links elsewhere. @returns where it ends */
async function walk(
  { view, organization, keys: { seals: key }, counts, checkpoint, head }: Chain,
  onLink: (link: CoveredLink) => void,
  report: Reporter,
): Promise<ChainPoint> {
  let last: ChainPoint = checkpoint ?? genesis;
  let walked = 0;
  for await (const link of linksOf(view, organization, last.position)) {
    if (key !== undefined) report(...linkProblems(key, last, link));
    onLink(link);
    last = { position: link.position, seal: link.seal };
    walked += 1;
  }
  // Only retention takes the beginning away, and it leaves a checkpoint.
  if (checkpoint === undefined && (await view.lacksCreation(organization, lifeActions)))
    report(noBeginning(Object.values(counts).some((count) => count > 0) || head !== undefined));
  if (walked !== counts.sealed)
    report({ kind: "stray_link", message: `${counts.sealed - walked} links are outside of the chain` });
  return last;
}

/** Checks the records that no link covers, and those of plans. */
async function checkRecords(
  { view, organization, keys, checkpoint }: Chain,
  codes: RecordCodes,
  report: Reporter,
): Promise<void> {
  for (const sequence of await view.orphanRecords(organization, maxProblems)) {
    const message = `record ${sequence} has no seal and does not wait for one`;
    report({ kind: "unsealed_record", sequence, message });
  }
  const next = (after?: WaitingRecord) => view.unsealed(organization, after?.sequence ?? 0, pageSize, "all");
  for await (const records of pagesOf(next))
    report(...records.flatMap((record) => waitingProblems(codes, keys, record, checkpoint?.keptSince)));
  for (const sequence of await view.lostRecords(organization, maxProblems)) {
    const message = `record ${sequence}, which waits to be sealed, is gone`;
    report({ kind: "missing_record", sequence, message });
  }
  for (const plan of await view.brokenPlans(organization, checkpoint?.keptSince, maxProblems))
    report(planProblem(plan));
}

async function* linksOf(view: AuditTables, organization: string, start: number): AsyncGenerator<CoveredLink> {
  for (let after: number | undefined = start; after !== undefined; ) {
    const page: readonly CoveredLink[] = await view.links(organization, after, pageSize);
    yield* page;
    after = page.length < pageSize ? undefined : page.at(-1)?.position;
  }
}

/** What is wrong with a link, given the one that stands before it. */
export function linkProblems(key: Buffer, before: ChainPoint, link: CoveredLink): ChainProblem[] {
  const { position, sequence, record } = link;
  const problems: ChainProblem[] = [];
  const follows = position === before.position + 1;
  if (!follows) problems.push(missingLinks(before.position + 1, position - 1));
  if (record === undefined) {
    problems.push({
      kind: "missing_record",
      position,
      sequence,
      message: `record ${sequence}, sealed at position ${position}, is gone`,
    });
  } else if (follows && sealOf(key, before.seal, record) !== link.seal) {
    const message = `record ${sequence} does not match its seal at position ${position}: the record, its place or a seal was changed`;
    problems.push({ kind: "mismatch", position, sequence, message });
  }
  return problems;
}

function missingLinks(from: number, to: number): ChainProblem {
  const which = from === to ? `link ${from} is` : `links ${from} to ${to} are`;
  return { kind: "missing_link", position: from, message: `${which} missing from the chain` };
}

/** What is wrong where the record of the organization's making is gone. A log that started again lacks it, too. */
function noBeginning(chainIsThere: boolean): ChainProblem {
  return chainIsThere
    ? {
        kind: "no_beginning",
        message:
          "the record that the organization was made is gone: the beginning of its log was removed, or the whole log, which then started again",
      }
    : {
        kind: "no_chain",
        message: "the organization exists, but its log is empty: the whole log was removed",
      };
}

const headProblemOf: Readonly<
  Record<Exclude<HeadState, "found" | "cut">, readonly [kind: ChainProblem["kind"], what: string]>
> = {
  changed: [
    "changed_head",
    "is not the one that is there now: the chain was set back, and other records were added",
  ],
  vanished: ["vanished_head", "is not in the chain any more: it was set back"],
  chain_gone: ["chain_gone", "is nowhere: the whole chain was removed"],
  forged: ["forged_head", "was not written by the service: who gave it changed it"],
};

/** What is wrong with a head that was kept outside of the database. */
function knownHeadProblems({ position, at, state }: HeadReport, last: ChainPoint): ChainProblem[] {
  if (state === "found" || state === "cut") return [];
  const [kind, what] = headProblemOf[state];
  const when = at === undefined ? "" : ` of ${at}`;
  const end = state === "vanished" ? `; it ends at position ${last.position}` : "";
  return [{ kind, position, message: `the head at position ${position}${when} ${what}${end}` }];
}

/** What is wrong with a record that has no seal. Records of before the upgrade have no code until the first start. */
function waitingProblems(
  codes: RecordCodes,
  keys: KnownKeys,
  record: WaitingRecord,
  keptSince: Date | undefined,
): ChainProblem[] {
  const { sequence, refused, code } = record;
  if (keys.heads === undefined && code === undefined && !refused) return [];
  const why =
    codes.refusalOf(record, keptSince) ??
    (refused ? "was written by the service, but was refused a seal: restart the service" : undefined);
  return why === undefined
    ? []
    : [{ kind: "unproven_record", sequence, message: `record ${sequence} ${why}` }];
}

/** What is wrong with the records of a plan, which are one act and were written together. */
function planProblem({ id: plan, found, said: [fewest, most] }: BrokenPlan): ChainProblem {
  const wrong = (message: string): ChainProblem => ({ kind: "wrong_plan", plan, message });
  if (fewest !== most)
    return wrong(`the records of plan ${plan} disagree: one says that they are ${fewest}, another ${most}`);
  if (found > most) return wrong(`plan ${plan} has ${found} records, and each says that they are ${most}`);
  const message = `plan ${plan} has ${found} of its ${most} records: the others were removed`;
  return { kind: "incomplete_plan", plan, message };
}

function ownHeadProblems(
  keys: KnownKeys,
  organization: string,
  head: ProvenPoint | undefined,
  last: ChainPoint,
): ChainProblem[] {
  const { position } = last;
  if (head === undefined) {
    if (position === genesis.position) return [];
    return [
      { kind: "wrong_head", position, message: "the head of the chain is gone, so its end is uncertain" },
    ];
  }
  if (!isProvenHead(keys, organization, head))
    return [
      {
        kind: "wrong_head",
        position: head.position,
        message: "the head of the chain was not written by the service",
      },
    ];
  if (head.position < position) {
    return [
      {
        kind: "stray_link",
        position: head.position + 1,
        message: `the chain goes on beyond its head at position ${head.position}`,
      },
    ];
  }
  if (head.position > position || head.seal === last.seal) return []; // a missing end is reported already
  return [{ kind: "wrong_head", position, message: `the seal at position ${position} is not the head's` }];
}
