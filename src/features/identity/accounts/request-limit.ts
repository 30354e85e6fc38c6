/** How many requests a credential, an address and an organization may make. */
import { LRUCache } from "lru-cache";
import type { Asker, RequestLimit } from "../../../engine/authenticator.ts";
import type { Periodic } from "../../../engine/periodic.ts";
import type { Log } from "../../../engine/ports/log.ts";
import type { RateUse } from "../../../engine/ports/rate-use.ts";
import { networkOf } from "../../../kernel/address.ts";
import { Limiter } from "./limiter.ts";
import { OrganizationShares, type Traffic } from "./organization-shares.ts";

/** Credentials whose id is remembered, so that the limit is asked before the database. */
const maxRemembered = 10_000;

/**
 * The limit on requests: `perSecond` a second for each credential, or for an address that shows none, and
 * bursts of twice that; `off` never refuses by it. An organization's own quota holds in addition. With `use`, nodes
 * keep both together.
 */
export function createRequestLimit(
  perSecond: number | "off",
  log: Pick<Log, "error">,
  use?: RateUse,
): NodesRequestLimit {
  const organizations = new OrganizationShares(log, use);
  const credentials = perSecond === "off" ? unlimited : credentialLimit(perSecond, log, use);
  return {
    anonymous: (asker) => credentials.anonymous(asker),
    known: (asker, id) => credentials.known(asker, id),
    lookUp: (...lookUp) => credentials.lookUp(...lookUp),
    ofOrganization: (...request) => organizations.take(...request),
    traffic: organizations.traffic,
    background: [...credentials.background, organizations.background],
  };
}

export interface NodesRequestLimit extends RequestLimit {
  /** What organizations asked of this node. */
  readonly traffic: Traffic;
  readonly background: readonly Periodic[];
}

type CredentialsLimit = Omit<RequestLimit, "ofOrganization"> & { readonly background: readonly Periodic[] };

function credentialLimit(perSecond: number, log: Pick<Log, "error">, use?: RateUse): CredentialsLimit {
  const message = (id: string, seconds: number) =>
    `This ${id.startsWith("address/") ? "address without a valid credential" : "credential"} may make ${perSecond} requests a second; wait ${seconds} s and slow down.`;
  return new CredentialLimit(
    new Limiter({ name: "default", perSecond, burst: perSecond * 2, message }, log, use),
  );
}

class CredentialLimit implements CredentialsLimit {
  readonly background: readonly Periodic[];
  readonly #limiter: Limiter;
  readonly #ids = new LRUCache<string, string>({ max: maxRemembered });

  constructor(limiter: Limiter) {
    this.#limiter = limiter;
    this.background = [limiter.background];
  }

  anonymous(asker: Asker): void {
    this.#limiter.take(ofAddress(asker), asker);
  }

  known(asker: Asker, id: string): void {
    this.#limiter.take(id, asker);
  }

  async lookUp<T extends { readonly id: string }>(
    kind: "key" | "token" | "session" | "heartbeat" | "scim" | "calendar",
    secret: Buffer,
    asker: Asker,
    find: () => Promise<T | undefined>,
    uncounted = false,
  ): Promise<T | undefined> {
    const remembered = secret.toString("latin1");
    const before = this.#ids.get(remembered);
    if (before !== undefined) {
      if (!uncounted) this.#limiter.take(before, asker);
      const found = await find();
      if (found !== undefined) return found;
      this.#ids.delete(remembered); // it was revoked, or has ended
      this.#limiter.take(ofAddress(asker), asker);
      return undefined;
    }
    // Held meanwhile, so that a crowd of guesses that comes at once is not looked up either.
    const place = this.#limiter.hold(ofAddress(asker), asker);
    const found = await find().catch((error) => {
      place.release();
      throw error;
    });
    if (found === undefined) {
      place.count();
      return undefined;
    }
    place.release();
    const id = `${kind}/${found.id}`;
    this.#ids.set(remembered, id);
    if (!uncounted) this.#limiter.take(id, asker);
    return found;
  }
}

function ofAddress({ address }: Asker): string {
  return `address/${networkOf(address)}`;
}

const unlimited: CredentialsLimit = {
  anonymous: () => {},
  known: () => {},
  lookUp: (_kind, _secret, _asker, find) => find(),
  background: [],
};
