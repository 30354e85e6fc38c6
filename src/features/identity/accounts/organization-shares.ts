/** How many requests all credentials of an organization make together, and the quota on them. */
import type { Asker } from "../../../engine/authenticator.ts";
import type { Organization } from "../../../engine/context.ts";
import type { Periodic } from "../../../engine/periodic.ts";
import type { Log } from "../../../engine/ports/log.ts";
import type { RateUse } from "../../../engine/ports/rate-use.ts";
import { quotaWayOut } from "../../../kernel/quotas.ts";
import { type Bounds, Limiter } from "./limiter.ts";

/** Requests of an organization since they were last taken. */
export interface Requests {
  /** All of them, refused ones too. */
  readonly requests: number;
  /** Those that its quota refused. */
  readonly refused: number;
}

/** Counts what organizations ask of this node, until somebody takes the counts. */
export class Traffic {
  #counts = new Map<string, { requests: number; refused: number }>();

  count(organizationId: string, refused: boolean): void {
    const known = this.#counts.get(organizationId) ?? { requests: 0, refused: 0 };
    known.requests += 1;
    if (refused) known.refused += 1;
    this.#counts.set(organizationId, known);
  }

  /** What was counted since the last time, by the organizations' ids. */
  take(): ReadonlyMap<string, Requests> {
    const counts = this.#counts;
    this.#counts = new Map();
    return counts;
  }
}

export class OrganizationShares {
  readonly traffic = new Traffic();
  readonly background: Periodic;
  readonly #limiter: Limiter;

  constructor(log: Pick<Log, "error">, use?: RateUse) {
    this.#limiter = new Limiter(none, log, use);
    this.background = this.#limiter.background;
  }

  /**
   * Counts a request of the organization.
   * @param uncounted where it is never refused, as what engines send of alerts
   * @throws 429 where its quota on requests is used up
   */
  take(asker: Asker, { id, name, quotas }: Organization, uncounted = false): void {
    const { requests_per_second: perSecond } = quotas;
    try {
      if (typeof perSecond === "number" && !uncounted)
        this.#limiter.take(`organization/${id}`, asker, boundsOf(name, perSecond));
    } catch (error) {
      this.traffic.count(id, true);
      throw error;
    }
    this.traffic.count(id, false);
  }
}

/** Each organization has its own. */
const none: Bounds = { perSecond: 1, burst: 1, message: () => "" };

function boundsOf(name: string, perSecond: number): Bounds {
  return {
    name: "organization",
    perSecond,
    burst: perSecond * 2,
    message: (_id, seconds) =>
      `All credentials of ${name} together may make ${perSecond} requests a second (its quota requests_per_second), and made more; wait ${seconds} s and slow down, or ${quotaWayOut}.`,
    detail: (present) => ({
      reason: "quota_exceeded",
      quota: { name: "requests_per_second", limit: perSecond, present },
    }),
  };
}
