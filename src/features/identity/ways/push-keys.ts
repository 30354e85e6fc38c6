/**
 * The pairs of keys by which pushes are signed (RFC 8292): made once for the installation and kept sealed. A subscription takes
 * those of the pair that it was made with and no other, so a pair that was replaced is kept as long as a way needs it.
 */
import { generateKeyPairSync } from "node:crypto";
import type { Vault } from "../../../engine/ports/rows.ts";
import { withTransaction } from "../../../engine/transaction.ts";
import { newId } from "../../../kernel/ids.ts";
import type { Ground } from "../../ground.ts";
import type { WayStore } from "./store.ts";

export interface PushKey {
  readonly id: string;
  /** An uncompressed point on P-256 in base64url, as `applicationServerKey` wants it. */
  readonly publicKey: string;
}

export interface PushKeys {
  /** The pair for new subscriptions, made where there is none. Nodes that start together agree on it. */
  current(): Promise<PushKey>;
  /** Makes another one in its place. */
  rotate(now: Date): Promise<PushKey>;
}

/** What a sealed private key is bound to. */
export function pushKeyIdentity(id: string): string {
  return JSON.stringify(["push key", id]);
}

export function createPushKeys(
  { store, vault }: Pick<Ground, "store"> & { readonly vault: Vault },
  ways: WayStore,
  now: () => Date,
): PushKeys {
  const locks = ["push-keys"];
  const make = async (writer: Parameters<Parameters<typeof withTransaction>[2]>[0], at: Date) => {
    const key = newPair();
    const id = newId("pushkey");
    const sealedPrivateKey = vault.seal(key.privateKey, pushKeyIdentity(id));
    await ways.in(writer).addPushKey({ id, publicKey: key.publicKey, sealedPrivateKey, madeAt: at });
    return { id, publicKey: key.publicKey };
  };
  return {
    async current() {
      return (
        (await ways.newestPushKey()) ??
        // Another node may have been first.
        withTransaction(
          store,
          locks,
          async (writer) => (await ways.in(writer).newestPushKey()) ?? make(writer, now()),
        )
      );
    },
    rotate: (at) => withTransaction(store, locks, (writer) => make(writer, at)),
  };
}

/** Both in base64url: the public one as an uncompressed point, the private one as its 32 bytes. */
function newPair() {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const { d = "" } = privateKey.export({ format: "jwk" });
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, "base64url"), Buffer.from(y, "base64url")]);
  return { publicKey: point.toString("base64url"), privateKey: d };
}
