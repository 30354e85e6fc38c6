/** One connector's agent inside of the service. What its row says of the engine is looked at before each round. */
import { setTimeout as pause } from "node:timers/promises";
import { Agent } from "../../../agent/agent.ts";
import { type Call, serviceCall } from "../../../engine/context.ts";
import type { ConfigurationOperations } from "../../../engine/operation.ts";
import type { Log } from "../../../engine/ports/log.ts";
import type { Store } from "../../../engine/ports/rows.ts";
import { traced } from "../../../engine/ports/tracing.ts";
import { connectors } from "../../../resources/connectors.ts";
import type { HttpTransport } from "../../../transports/port.ts";
import type { IdentityStore } from "../../identity/index.ts";
import { createEngineConnection } from "./engine-client.ts";
import type { OpenHostedEngine } from "./engines.ts";
import { localService } from "./local-service.ts";
import type { HostedConnector } from "./store.ts";

export interface HostedAgentDeps {
  readonly store: Pick<Store, "find" | "recordRefusal" | "row">;
  readonly organizations: Pick<IdentityStore["organizations"], "find">;
  readonly operations: ConfigurationOperations;
  readonly openEngine: OpenHostedEngine;
  readonly http: Pick<HttpTransport, "of">;
  readonly log: Log;
  /** Why nothing may be done for the connector now; undefined where it may. */
  readonly refuse: () => string | undefined;
}

/** How often there is a round. */
export const round_ms = 15_000;

export interface HostedAgent {
  /** One round, or what is known already while a silent engine is left alone. Throws nothing. */
  round(): Promise<void>;
  /** Waits for the interval, or until there is something new to bring. Throws nothing. */
  untilChanged(interval_ms: number, signal: AbortSignal): Promise<void>;
}

export function createHostedAgent(deps: HostedAgentDeps, one: HostedConnector): HostedAgent {
  const { organizationId, connectorId } = one;
  const details = { organization_id: organizationId, connector_id: connectorId };
  const log = (message: string) => deps.log.info(details, message);
  let current: { readonly revision: string; readonly agent: Agent } | undefined;
  let fault: string | undefined;
  const way = createEngineConnection(deps.http.of({ organizationId, use: "engine" }));

  const service = localService({ ...deps, connectorId, log, call: () => callOf(deps, organizationId) });

  async function agentNow(): Promise<Agent | undefined> {
    const row = (await deps.store.find(organizationId, connectors.kind, connectorId))?.read();
    if (row === undefined) return undefined; // the next claim shows that it is gone
    if (current?.revision !== row.revision) {
      const engine = deps.openEngine(organizationId, row, way.http);
      way.forget();
      const agent = new Agent({ service, engine, log });
      agent.repeats(round_ms);
      current = { revision: row.revision, agent };
    }
    return current.agent;
  }

  async function work(): Promise<void> {
    const agent = await agentNow();
    if (agent === undefined) return;
    // An agent that said nothing meanwhile would be missed.
    if (!way.begin()) return agent.remind();
    await agent.round();
    way.end();
  }

  return {
    async round() {
      try {
        await traced({ of: "task", name: "round of a hosted connector", organizationId }, work);
        fault = undefined;
      } catch (err) {
        const message = String(err);
        if (message !== fault) deps.log.error({ ...details, err }, "a hosted connector's round failed");
        fault = message;
      }
    },
    async untilChanged(interval_ms, signal) {
      if (current === undefined) await pause(interval_ms, undefined, { signal }).catch(() => {});
      else await current.agent.untilChanged(interval_ms, signal);
    },
  };
}

/** What the service does by itself is on record as its own. */
async function callOf(
  { organizations, refuse }: Pick<HostedAgentDeps, "organizations" | "refuse">,
  organizationId: string,
): Promise<Call> {
  const organization = await organizations.find(organizationId);
  const refused = refuse() ?? (organization === undefined ? "the organization is gone" : undefined);
  if (organization === undefined || refused !== undefined) throw new Error(refused);
  return serviceCall("agent", organization);
}
