import { randomBytes } from "node:crypto";
import type { AuditStore } from "../../engine/ports/audit.ts";
import type { Vault } from "../../engine/ports/rows.ts";

/** The name of the sealed key in the table `installation`, and what it is bound to. */
const chainKeyName = "audit_chain_key";
const chainKeyIdentity = JSON.stringify(["installation", chainKeyName]);

const keyBytes = 32;

export interface ChainKey {
  /** The key, made on first use. Nodes that start together agree on one. */
  obtain(): Promise<Buffer>;
  /** The key as it is; undefined where nothing was ever sealed. */
  find(): Promise<Buffer | undefined>;
}

/** The key of the installation's audit chains: made once, and kept sealed by the vault. */
export function createChainKey(store: AuditStore, vault: Vault): ChainKey {
  let known: Buffer | undefined;

  async function find(): Promise<Buffer | undefined> {
    const sealed = await store.installed(chainKeyName);
    return sealed === undefined ? undefined : open(sealed);
  }

  async function make(): Promise<Buffer> {
    const fresh = vault.seal(randomBytes(keyBytes).toString("base64"), chainKeyIdentity);
    return open(await store.install(chainKeyName, fresh));
  }

  function open(sealed: string): Buffer {
    return Buffer.from(vault.open(sealed, chainKeyIdentity), "base64");
  }

  return {
    find,
    async obtain() {
      known ??= (await find()) ?? (await make());
      return known;
    },
  };
}
