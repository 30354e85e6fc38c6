/**
 * What deliveries say of the health of their targets. Those that went well are stored together, a moment later: a
 * target that takes a hundred messages a second must not wait for as many writes of its row. Failures are stored at
 * once and one by one, since they are counted.
 */
import { currentTime } from "../../../engine/clock.ts";
import { type Call, serviceCall } from "../../../engine/context.ts";
import type { Log } from "../../../engine/ports/log.ts";
import type { Kind } from "../../../kernel/kind.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { type Failure, healthReport } from "../../../renderers/health.ts";
import { outboundConfigs } from "../../../resources/outbound-configs.ts";
import type { IdentityStore } from "../../identity/index.ts";

/** Takes what was seen of rows. */
export interface HealthReports {
  report(call: Call, definition: Kind, id: string, report: JsonObject): Promise<unknown>;
  /** One that is refused holds back no other. */
  reportAll(
    call: Call,
    reports: readonly { readonly definition: Kind; readonly id: string; readonly report: JsonObject }[],
  ): Promise<unknown>;
}

export interface TargetHealthDeps {
  readonly identity: Pick<IdentityStore, "organizations" | "users">;
  readonly reports: HealthReports;
  readonly log: Log;
}

/** How long a success waits for others. */
const gatherMs = 500;

/** Reports by the targets' ids, by the organizations' ids. */
type Gathered = Map<string, Map<string, JsonObject>>;

export function createTargetHealth({ identity, reports, log }: TargetHealthDeps) {
  let gathered: Gathered = new Map();
  let timer: NodeJS.Timeout | undefined;
  let storing: Promise<void> = Promise.resolve();

  /** Stores what was gathered; throws nothing. */
  function settle(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const taken = gathered;
    gathered = new Map();
    storing = storing.then(async () => {
      for (const [organizationId, ones] of taken) await storeAll(organizationId, ones);
    });
    return storing;
  }

  /** What was taken is not sent again because its figure could not be stored. */
  async function storeAll(organizationId: string, ones: ReadonlyMap<string, JsonObject>): Promise<void> {
    try {
      const call = await callFor(organizationId);
      if (call === undefined) return;
      const rows = [...ones].map(([id, report]) => ({ definition: outboundConfigs, id, report }));
      await reports.reportAll(call, rows);
    } catch (err) {
      log.warn(
        { err, organization_id: organizationId },
        "the health of outbound targets could not be stored",
      );
    }
  }

  async function callFor(organizationId: string): Promise<Call | undefined> {
    const organization = await identity.organizations.find(organizationId);
    return organization && serviceCall("delivery", organization);
  }

  /** What was seen later is stored later. */
  async function store(call: Call, id: string, seen: JsonObject): Promise<void> {
    await settle();
    await reports.report(call, outboundConfigs, id, seen);
  }

  return {
    /** A target took an alert. */
    delivered(organizationId: string, id: string): void {
      const now = currentTime();
      const ones = gathered.get(organizationId) ?? new Map<string, JsonObject>();
      gathered.set(organizationId, ones);
      ones.set(id, { ...healthReport(now), last_delivery_at: now.toISOString() });
      timer ??= setTimeout(() => void settle(), gatherMs).unref();
    },
    /** A target did not take an alert; throws nothing. */
    async failed(organizationId: string, id: string, failure: Failure): Promise<void> {
      try {
        const call = await callFor(organizationId);
        if (call !== undefined) await store(call, id, healthReport(call.now, failure));
      } catch (err) {
        log.warn(
          { err, organization_id: organizationId },
          "the health of an outbound target could not be stored",
        );
      }
    },
    /** A target was tried by somebody who waits for it. @param failure undefined where it went well */
    tested: (call: Call, id: string, failure: Failure | undefined) =>
      store(call, id, healthReport(call.now, failure)),
    settle,
  };
}
