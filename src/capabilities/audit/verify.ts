/**
 * Holds the audit log against its chains, one organization after the other, in constant memory: links are
 * walked in pages, on one view of the database, so that it may be done while the service runs.
 */
import type { AuditStore, ChainPoint, CoveredLink } from "../../engine/ports/audit.ts";
import { genesis, isProven, sealOf } from "./chain.ts";
import type { ChainKey } from "./chain-key.ts";

export interface AuditReport {
  /** Whether no chain has a problem. */
  readonly verified: boolean;
  readonly organizations: readonly ChainReport[];
}

export interface ChainReport {
  readonly organization: string;
  readonly records: number;
  readonly sealed: number;
  /** Records that wait to be sealed, which takes a second or so. */
  readonly unsealed: number;
  /** Where the chain ends, to be compared with the head in the log; null while nothing was sealed. */
  readonly head: ChainPoint | null;
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
    | "wrong_head"
    | "wrong_checkpoint"
    | "missing_key";
  readonly message: string;
  readonly position?: number;
  readonly sequence?: number;
}

/** A head that the log told of: that very seal must still stand at its position. */
export interface KnownHead extends ChainPoint {
  readonly organization: string;
}

const pageSize = 500;
export const maxProblems = 100;

export async function verifyChains(
  store: AuditStore,
  chainKey: ChainKey,
  knownHeads: readonly KnownHead[] = [],
): Promise<AuditReport> {
  const key = await chainKey.find();
  const organizations: ChainReport[] = [];
  const seen = new Set<string>();
  let next = await store.nextOrganization("");
  while (next !== undefined) {
    const organization = next;
    const known = knownHeads.filter((head) => head.organization === organization);
    organizations.push(await store.snapshot(() => verifyChain(store, key, organization, known)));
    seen.add(organization);
    next = await store.nextOrganization(organization);
  }
  organizations.push(...knownHeads.filter((head) => !seen.has(head.organization)).map(goneChain));
  return { verified: organizations.every(({ problems }) => problems.length === 0), organizations };
}

/** One organization's chain; for the caller to put on one view of the database. */
export async function verifyChain(
  store: AuditStore,
  key: Buffer | undefined,
  organization: string,
  knownHeads: readonly KnownHead[] = [],
): Promise<ChainReport> {
  const problems: ChainProblem[] = [];
  const report = (...found: readonly ChainProblem[]) =>
    problems.push(...found.slice(0, maxProblems + 1 - problems.length));

  const counts = await store.counts(organization);
  const checkpoint = await store.checkpoint(organization);
  const head = await store.head(organization);
  if (key === undefined && (counts.sealed > 0 || head !== undefined)) {
    report({
      kind: "missing_key",
      message: "the chain key is gone from the installation: no seal can be checked",
    });
  }
  if (
    key !== undefined &&
    checkpoint !== undefined &&
    !isProven(key, "checkpoint", organization, checkpoint)
  ) {
    report({
      kind: "wrong_checkpoint",
      position: checkpoint.position,
      message: "the checkpoint was not left by retention",
    });
  }

  const start: ChainPoint = checkpoint ?? genesis;
  let last = start;
  let walked = 0;
  for await (const link of linksOf(store, organization, start.position)) {
    report(
      ...(key === undefined ? [] : linkProblems(key, last, link)),
      ...knownHeads.flatMap((known) => headProblems(known, link)),
    );
    last = { position: link.position, seal: link.seal };
    walked += 1;
  }

  if (walked !== counts.sealed) {
    report({ kind: "stray_link", message: `${counts.sealed - walked} links stand outside of the chain` });
  }
  for (const known of [...knownHeads, ...(head === undefined ? [] : [head])]) {
    if (known.position > last.position) report(missingLinks(last.position + 1, known.position));
  }
  if (key !== undefined)
    report(...ownHeadProblems(head !== undefined && isProven(key, "head", organization, head), head, last));
  for (const sequence of await store.strayRecords(organization, maxProblems)) {
    report({
      kind: "unsealed_record",
      sequence,
      message: `record ${sequence} has no seal and does not wait for one`,
    });
  }
  for (const sequence of await store.lostRecords(organization, maxProblems)) {
    report({
      kind: "missing_record",
      sequence,
      message: `record ${sequence}, which waits to be sealed, is gone`,
    });
  }
  return {
    organization,
    ...counts,
    head: last.position === genesis.position ? null : { position: last.position, seal: last.seal },
    problems: problems.slice(0, maxProblems),
    moreProblems: problems.length > maxProblems,
  };
}

async function* linksOf(store: AuditStore, organization: string, start: number): AsyncGenerator<CoveredLink> {
  for (let after: number | undefined = start; after !== undefined; ) {
    const page: readonly CoveredLink[] = await store.links(organization, after, pageSize);
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

function headProblems(known: ChainPoint, link: CoveredLink): ChainProblem[] {
  if (known.position !== link.position || known.seal === link.seal) return [];
  const message = `the seal at position ${link.position} is not the one that was logged: the chain was rewritten`;
  return [{ kind: "wrong_head", position: link.position, message }];
}

function ownHeadProblems(isOurs: boolean, head: ChainPoint | undefined, last: ChainPoint): ChainProblem[] {
  const { position } = last;
  if (head === undefined) {
    if (position === genesis.position) return [];
    return [
      { kind: "wrong_head", position, message: "the head of the chain is gone, so its end is uncertain" },
    ];
  }
  if (!isOurs)
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
  if (head.position > position || head.seal === last.seal) return []; // a missing end was told already
  return [{ kind: "wrong_head", position, message: `the seal at position ${position} is not the head's` }];
}

function goneChain({ organization, position }: KnownHead): ChainReport {
  const problems = [missingLinks(genesis.position + 1, position)];
  return { organization, records: 0, sealed: 0, unsealed: 0, head: null, problems, moreProblems: false };
}
