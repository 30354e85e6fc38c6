/** How many requests a credential, an address and an organization may make. */
import { LRUCache } from "lru-cache";
import type { RequestLimit } from "../../../engine/authenticator.ts";
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
    anonymous: (address) => credentials.anonymous(address),
    known: (id) => credentials.known(id),
    lookUp: (...lookUp) => credentials.lookUp(...lookUp),
    ofOrganization: (organization, uncounted) => organizations.take(organization, uncounted),
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
  return new CredentialLimit(new Limiter({ perSecond, burst: perSecond * 2, message }, log, use));
}

class CredentialLimit implements CredentialsLimit {
  readonly background: readonly Periodic[];
  readonly #limiter: Limiter;
  readonly #ids = new LRUCache<string, string>({ max: maxRemembered });

  constructor(limiter: Limiter) {
    this.#limiter = limiter;
    this.background = [limiter.background];
  }

  anonymous(address: string | undefined): void {
    this.#limiter.take(ofAddress(address));
  }

  known(id: string): void {
    this.#limiter.take(id);
  }

  async lookUp<T extends { readonly id: string }>(
    kind: "key" | "token" | "session" | "heartbeat" | "scim",
    secret: Buffer,
    address: string | undefined,
    find: () => Promise<T | undefined>,
    uncounted = false,
  ): Promise<T | undefined> {
    const remembered = secret.toString("latin1");
    const before = this.#ids.get(remembered);
    if (before !== undefined) {
      if (!uncounted) this.#limiter.take(before);
      const found = await find();
      if (found !== undefined) return found;
      this.#ids.delete(remembered); // it was revoked, or has ended
      this.#limiter.take(ofAddress(address));
      return undefined;
    }
    // Held meanwhile, so that a crowd of guesses that comes at once is not looked up either.
    const place = this.#limiter.hold(ofAddress(address));
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
    if (!uncounted) this.#limiter.take(id);
    return found;
  }
}

function ofAddress(address: string | undefined): string {
  return `address/${networkOf(address)}`;
}

const unlimited: CredentialsLimit = {
  anonymous: () => {},
  known: () => {},
  lookUp: (_kind, _secret, _address, find) => find(),
  background: [],
};
