/**
 * The keys of the installation's audit chains, made once and kept sealed by the vault: one for the seals, and
 * one for the heads, which is made when the first program with record codes starts on the database.
 *
 * The second key is also what says that this has happened. Records that waited then, from a version without
 * codes, are given codes in the same transaction; later ones without are refused. Who removes the key to have
 * that done again is found out by every head that was proved with it.
 */
import { randomBytes } from "node:crypto";
import type {
  AuditStore,
  AuditTables,
  AuditWriter,
  Head,
  WaitingRecord,
} from "../../../engine/ports/audit.ts";
import type { Vault } from "../../../engine/ports/rows.ts";
import { isFormerHead, type KnownKeys, provenHead } from "./chain.ts";
import type { RecordCodes } from "./record-codes.ts";

/** Names in the table `installation`. */
const sealKeyName = "audit_chain_key";
const headKeyName = "audit_head_key";

const keyBytes = 32;
const pageSize = 500;

export interface ChainKeys extends KnownKeys {
  readonly seals: Buffer;
  readonly heads: Buffer;
}

export interface ChainKey {
  /**
   * The keys, made on first use. Nodes that start together agree on them.
   * @throws where heads are there that neither key nor the version before has proved
   */
  obtain(): Promise<ChainKeys>;
  /** The keys as they are there. */
  find(tables: AuditTables): Promise<KnownKeys>;
}

export function createChainKey(store: AuditStore, vault: Vault, codes: RecordCodes): ChainKey {
  let known: ChainKeys | undefined;

  async function find(tables: AuditTables): Promise<KnownKeys> {
    const [seals, heads] = [await tables.installed(sealKeyName), await tables.installed(headKeyName)];
    return {
      seals: seals && open(sealKeyName, seals),
      heads: heads && open(headKeyName, heads),
    } as KnownKeys;
  }

  async function obtain(): Promise<ChainKeys> {
    const found = await find(store);
    return isWhole(found) ? found : store.alone("audit-chain-keys", make);
  }

  async function make(writer: AuditWriter): Promise<ChainKeys> {
    const found = await find(writer);
    if (isWhole(found)) return found; // another node was first
    const heads = randomBytes(keyBytes);
    await proveAnew(writer, found, heads);
    await codeWaiting(writer);
    const seals = found.seals ?? (await keep(writer, sealKeyName, randomBytes(keyBytes)));
    return { seals, heads: await keep(writer, headKeyName, heads) };
  }

  /** Proves the heads that version 0.1.0 left with the new key. */
  async function proveAnew(writer: AuditWriter, found: KnownKeys, headKey: Buffer): Promise<void> {
    for await (const heads of pagesOf((last?: Head) => writer.heads(last?.organizationId ?? "", pageSize))) {
      const stranger = heads.find((head) => !isFormerHead(found, head.organizationId, head));
      if (stranger !== undefined) {
        throw new Error(
          `the head of the audit chain of ${stranger.organizationId} was not left by the version before, and the keys of the chains are not in the installation; see \`orgconfig audit verify\``,
        );
      }
      await writer.proveHeads(
        heads.map((head) => ({ ...head, ...provenHead(headKey, head.organizationId, head) })),
      );
    }
  }

  /** Gives codes to the records that version 0.1.0 left unsealed. */
  async function codeWaiting(writer: AuditWriter): Promise<void> {
    for await (const organizations of pagesOf((last?: string) => writer.waiting(last ?? "", pageSize))) {
      for (const organizationId of organizations) {
        const next = (last?: WaitingRecord) =>
          writer.unsealed(organizationId, last?.sequence ?? 0, pageSize, "to_seal");
        for await (const records of pagesOf(next)) {
          for (const record of records.filter(({ code }) => code === undefined))
            await writer.replaceCode(organizationId, record.sequence, undefined, codes.codeOf(record));
        }
      }
    }
  }

  async function keep(writer: AuditWriter, name: string, key: Buffer): Promise<Buffer> {
    return open(name, await writer.install(name, vault.seal(key.toString("base64"), identityOf(name))));
  }

  function open(name: string, sealed: string): Buffer {
    try {
      return Buffer.from(vault.open(sealed, identityOf(name)), "base64");
    } catch (error) {
      // Whoever reads this in the log can't set this secret again: nobody has ever seen it.
      throw new Error(
        `the key of the audit chains (${name}) does not open, so that no record is sealed and no change is notified: add the key that sealed it to ORGCONFIG_SECRET_KEYS (orgconfig secrets check names it)`,
        { cause: error },
      );
    }
  }

  return {
    find,
    async obtain() {
      known ??= await obtain();
      return known;
    },
  };
}

/** What the sealed key is bound to. */
function identityOf(name: string): string {
  return JSON.stringify(["installation", name]);
}

function isWhole(keys: KnownKeys): keys is ChainKeys {
  return keys.seals !== undefined && keys.heads !== undefined;
}

/** Page after page, each asked for with the last item of the one before, until one is empty. */
export async function* pagesOf<T>(next: (last?: T) => Promise<readonly T[]>): AsyncGenerator<readonly T[]> {
  for (let page = await next(); page.length > 0; page = await next(page.at(-1) as T)) yield page;
}
