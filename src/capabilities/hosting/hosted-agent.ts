/** One connector's agent inside of the service. What its row says of the engine is looked at before each round. */
import { type Agent, createAgent } from "../../agent/agent.ts";
import type { Call } from "../../engine/context.ts";
import type { ConfigurationOperations } from "../../engine/operation.ts";
import type { HostedConnector } from "../../engine/ports/hosting.ts";
import type { IdentityStore } from "../../engine/ports/identity.ts";
import type { Log } from "../../engine/ports/log.ts";
import type { HttpTransport } from "../../engine/ports/outbound.ts";
import type { Store } from "../../engine/ports/rows.ts";
import { newRequestId } from "../../kernel/ids.ts";
import { connectors } from "../../resources/connectors.ts";
import { createEngineWay } from "./engine-way.ts";
import type { OpenHostedEngine } from "./engines.ts";
import { localService } from "./local-service.ts";

export interface HostedAgentDeps {
  readonly store: Pick<Store, "find" | "recordRefusal">;
  readonly organizations: Pick<IdentityStore["organizations"], "find">;
  readonly operations: ConfigurationOperations;
  readonly openEngine: OpenHostedEngine;
  readonly http: Pick<HttpTransport, "ask">;
  readonly log: Log;
  /** Why nothing may be done for the connector now; undefined where it may. */
  readonly refuse: () => string | undefined;
}

/** All that is asked of an engine in one round: as long as it may take one to read large files, and some more. */
const round_ms = 180_000;
/**
 * An engine of which nothing answered is left alone for this, then for twice as long, up to the other, because each
 * round waits for it; a change of its connector ends that.
 */
const silence_ms = { first: 15_000, longest: 120_000 } as const;

export interface HostedAgent {
  /** One round, or nothing while a silent engine is left alone. Throws nothing. */
  round(): Promise<void>;
}

export function createHostedAgent(deps: HostedAgentDeps, one: HostedConnector): HostedAgent {
  const { organizationId, connectorId } = one;
  const details = { organization_id: organizationId, connector_id: connectorId };
  const log = (message: string) => deps.log.info(details, message);
  let current: { readonly revision: string; readonly agent: Agent } | undefined;
  let fault: string | undefined;
  const way = createEngineWay(deps.http, round_ms);
  let silence = { wait_ms: 0, until: 0 };

  const service = localService({ ...deps, connectorId, log, call: () => callOf(deps, organizationId) });

  async function agentNow(): Promise<Agent | undefined> {
    const row = (await deps.store.find(organizationId, connectors.kind, connectorId))?.read();
    if (row === undefined) return undefined; // the next claim tells that it is gone
    if (current?.revision !== row.revision) {
      const engine = deps.openEngine(organizationId, row, way.http);
      silence = { wait_ms: 0, until: 0 };
      current = { revision: row.revision, agent: createAgent({ service, engine, log }) };
    }
    return current.agent;
  }

  return {
    async round() {
      try {
        const agent = await agentNow();
        if (agent === undefined || performance.now() < silence.until) return;
        way.begin();
        await agent.round();
        const wait_ms = way.silent() ? longer(silence.wait_ms) : 0;
        silence = { wait_ms, until: performance.now() + wait_ms };
        fault = undefined;
      } catch (err) {
        const message = String(err);
        if (message !== fault) deps.log.error({ ...details, err }, "a hosted connector's round failed");
        fault = message;
      }
    },
  };
}

function longer(wait_ms: number): number {
  return Math.min(Math.max(wait_ms * 2, silence_ms.first), silence_ms.longest);
}

/** What the service does by itself is on record as its own. */
async function callOf(
  { organizations, refuse }: Pick<HostedAgentDeps, "organizations" | "refuse">,
  organizationId: string,
): Promise<Call> {
  const organization = await organizations.find(organizationId);
  const refused = refuse() ?? (organization === undefined ? "the organization is gone" : undefined);
  if (organization === undefined || refused !== undefined) throw new Error(refused);
  return {
    caller: {
      actor: { kind: "service", id: "agent", name: "agent" },
      organization,
      level: "operate",
      readOnlyKey: false,
    },
    door: "service",
    requestId: newRequestId(),
    address: undefined,
    now: new Date(),
  };
}
