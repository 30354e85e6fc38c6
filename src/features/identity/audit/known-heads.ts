/**
 * Heads of chains that were kept outside of the database, in the log or in a file of `orgconfig audit heads`,
 * and whether the chains still stand behind them.
 */

import type { ChainPoint, Checkpoint, ProvenPoint } from "../../../engine/ports/audit.ts";
import type { Json } from "../../../kernel/field.ts";
import { isObject } from "../../../kernel/validate.ts";
import { isFormerHead, isProvenHead, type KnownKeys } from "./chain.ts";

/** That very seal must still stand at its position. */
export interface KnownHead extends ChainPoint {
  readonly organization: string;
  /** What proves that the service wrote it; version 0.1.0 logged heads without. */
  readonly code?: string | undefined;
  /** When it was logged, as far as the log says: nothing proves it. */
  readonly at?: string | undefined;
}

/**
 * What became of a head: its seal stands at its place; it is from before the place where retention cut the
 * chain; another seal stands there; nothing does; the organization has no chain at all; or the service never
 * wrote this head, and who changed it changed the file.
 */
export type HeadState = "found" | "cut" | "changed" | "vanished" | "chain_gone" | "forged";

export interface HeadReport extends ChainPoint {
  readonly at: string | undefined;
  readonly state: HeadState;
}

/** The heads that stand in these lines, each once: a log in JSON, with all else that is in it, or saved heads. */
export async function readHeads(lines: AsyncIterable<string> | Iterable<string>): Promise<KnownHead[]> {
  const heads = new Map<string, KnownHead>();
  for await (const line of lines) {
    for (const head of headsOf(line)) {
      const name = JSON.stringify([head.organization, head.position, head.seal, head.code]);
      if (!heads.has(name)) heads.set(name, head);
    }
  }
  return [...heads.values()];
}

/** What stands before the first brace is a collector's, such as the name of a container. */
function headsOf(line: string): KnownHead[] {
  if (!line.includes('"seal"')) return [];
  const entry = parsed(line.slice(line.indexOf("{")));
  if (!isObject(entry)) return [];
  const at = typeof entry.time === "number" ? new Date(entry.time).toISOString() : textOf(entry.at);
  const list = Array.isArray(entry.heads) ? entry.heads : [entry];
  return list.flatMap((head) => {
    if (!isObject(head)) return [];
    const { organization_id, position, seal } = head;
    const whole =
      typeof organization_id === "string" &&
      Number.isSafeInteger(position) &&
      Number(position) > 0 &&
      typeof seal === "string";
    return whole
      ? [{ organization: organization_id, position: Number(position), seal, code: textOf(head.code), at }]
      : [];
  });
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Compares known heads of one chain with it, link by link. */
export function createHeadCheck(
  keys: KnownKeys,
  heads: readonly KnownHead[],
  checkpoint: Checkpoint | undefined,
) {
  const states = new Map<KnownHead, HeadState>();
  const open = new Map<number, KnownHead[]>();
  for (const head of heads) {
    if (isForged(keys, head)) states.set(head, "forged");
    else if (checkpoint !== undefined && head.position < checkpoint.position) states.set(head, "cut");
    else open.set(head.position, [...(open.get(head.position) ?? []), head]);
  }
  const meet = ({ position, seal }: ChainPoint): void => {
    for (const head of open.get(position) ?? []) states.set(head, head.seal === seal ? "found" : "changed");
  };
  // The checkpoint is the last link of what was cut.
  if (checkpoint !== undefined) meet(checkpoint);

  return {
    /** A link of the chain. */
    meet,
    /** What became of each head, in their order in the chain. */
    reports(chainIsThere: boolean): HeadReport[] {
      const missing = chainIsThere ? "vanished" : "chain_gone";
      return [...heads]
        .sort((one, other) => one.position - other.position)
        .map((head) => {
          const { position, seal, at } = head;
          return { position, seal, at, state: states.get(head) ?? missing };
        });
    },
  };
}

/** Without its key a code cannot be checked, which is reported as a problem of its own. */
function isForged(keys: KnownKeys, { organization, position, seal, code }: KnownHead): boolean {
  if (code === undefined || keys.seals === undefined || keys.heads === undefined) return false;
  const head: ProvenPoint = { position, seal, code };
  return !isProvenHead(keys, organization, head) && !isFormerHead(keys, organization, head);
}
