/**
 * Looks for agents that have fallen silent: an engine that is gone together with its agent reports no failure. Each is
 * told of once, whichever node sees it first, until it says something again.
 */

import type { IdentityStore } from "../../engine/ports/identity.ts";
import type { Log } from "../../engine/ports/log.ts";
import type { RenderStore, SilentAgent } from "../../engine/ports/renders.ts";
import type { Store } from "../../engine/ports/rows.ts";
import { withTransaction } from "../../engine/transaction.ts";
import { staleAfterMinutes } from "../../kernel/staleness.ts";
import { connectors } from "../../resources/connectors.ts";
import { serviceCall } from "../service-call.ts";
import type { StateReports } from "../state-reports.ts";
import { acknowledgementLock } from "./acknowledge.ts";

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
  /** Looks once, and answers of how many it told. */
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

  async function tell({ organizationId, connectorId }: SilentAgent): Promise<boolean> {
    const organization = await organizations.find(organizationId);
    if (organization === undefined) return false;
    const call = serviceCall(organization, "agent");
    return withTransaction(store, [acknowledgementLock(organizationId, connectorId)], async (writer) => {
      const stored = renders.in(writer);
      // Another node may have told of it, or the agent be back.
      const last = (await stored.acknowledgements(organizationId)).get(connectorId);
      if (last === undefined || !last.silent || last.silenceTold) return false;
      const message = `Its agent has said nothing for more than ${staleAfterMinutes} minutes, since ${last.at.toISOString()}: nobody knows what the engine does.`;
      await reports.gone(writer, call, connectors, connectorId, { kind: "network", message });
      await stored.silenceTold(organizationId, connectorId);
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
