/**
 * Looks for agents that have fallen silent: an engine that is gone together with its agent reports no failure. Each is
 * told of once, whichever node sees it first, until it says something again.
 */

import type { Log } from "../../engine/ports/log.ts";
import type { Store } from "../../engine/ports/rows.ts";
import { withTransaction } from "../../engine/transaction.ts";
import { readable } from "../../kernel/readable.ts";
import { staleAfterMinutes } from "../../kernel/staleness.ts";
import { degradedReport, healthReport } from "../../renderers/health.ts";
import { connectors } from "../../resources/connectors.ts";
import type { IdentityStore } from "../identity/port.ts";
import { serviceCall } from "../service-call.ts";
import type { StateReports } from "../state-reports/reports.ts";
import { acknowledgementLock } from "./acknowledge.ts";
import { silenceOf } from "./instances.ts";
import type { RenderStore, SilentConnector } from "./port.ts";

export interface SilenceDeps {
  readonly store: Pick<Store, "transaction" | "executor">;
  readonly renders: RenderStore;
  readonly reports: Pick<StateReports, "gone">;
  readonly organizations: Pick<IdentityStore["organizations"], "find">;
  readonly onCommit?: () => void;
  readonly log: Pick<Log, "error">;
}

export interface SilenceWatch {
  start(): void;
  /** Looks once, and answers of how many connectors it told. */
  look(): Promise<number>;
  stop(): Promise<void>;
}

const every_ms = 60_000;
const atOnce = 100;

export function createSilenceWatch(deps: SilenceDeps): SilenceWatch {
  const { store, renders, reports, organizations, log } = deps;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<number> | undefined;
  let failing = false;

  async function lookOnce(): Promise<number> {
    let told = 0;
    for (const one of await renders.in(store).silent(atOnce)) {
      if (await tell(one)) told += 1;
    }
    if (told > 0) deps.onCommit?.();
    return told;
  }

  async function tell({ organizationId, connectorId }: SilentConnector): Promise<boolean> {
    const organization = await organizations.find(organizationId);
    if (organization === undefined) return false;
    const call = serviceCall(organization, "agent");
    return withTransaction(store, [acknowledgementLock(organizationId, connectorId)], async (writer) => {
      const stored = renders.in(writer);
      const all = (await stored.acknowledgements(organizationId)).get(connectorId) ?? [];
      // Another node may have told of it, or the agent be back.
      const untold = all.filter((one) => one.silent && !one.silenceTold);
      if (untold.length === 0) return false;
      const one = { resource: connectors, id: connectorId };
      if (all.every(({ silent }) => silent)) {
        const last = new Date(Math.max(...all.map(({ at }) => at.getTime())));
        const message = `Its agent has said nothing for more than ${staleAfterMinutes} minutes, since ${readable(last)}: nobody knows what the engine does.`;
        const report = healthReport(call.now, { kind: "network", message });
        await reports.gone(writer, call, { ...one, report }, { whole: true, message });
      } else {
        const message = `${silenceOf(untold)}. That is more than ${staleAfterMinutes} minutes; nobody knows what its engine does.`;
        // One that fails tells so itself, and is worse off.
        const failing = all.some(({ silent, ok }) => !silent && !ok);
        const report = failing ? {} : degradedReport(call.now, message);
        await reports.gone(writer, call, { ...one, report }, { whole: false, message });
      }
      const told = untold.map(({ instance }) => instance);
      await stored.silenceTold(organizationId, connectorId, told);
      return true;
    });
  }

  function look(): Promise<number> {
    looking ??= lookOnce().finally(() => {
      looking = undefined;
    });
    return looking;
  }

  return {
    start() {
      timer ??= setInterval(() => {
        look().then(
          () => {
            failing = false;
          },
          (err: unknown) => {
            if (!failing) log.error({ err }, "silent agents could not be looked for");
            failing = true;
          },
        );
      }, every_ms).unref();
    },
    look,
    async stop() {
      clearInterval(timer);
      await looking?.catch(() => {});
    },
  };
}
