/** An organization with a connector, and agents for it: the loop, in this process, over real HTTP. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Agent } from "../../src/agent/agent.ts";
import { createEngineHttp } from "../../src/agent/engines/http.ts";
import { fileEngines, openFileEngine } from "../../src/agent/engines/index.ts";
import { remoteService } from "../../src/agent/remote-service.ts";
import { keyClient } from "../../src/cli/client.ts";
import type { Scope } from "../../src/kernel/access.ts";
import { createFetchTransport } from "../../src/transports/fetch.ts";
import { programPath } from "../support/engines.ts";
import type { Tenant, TestService } from "../support/service.ts";
import { type Gate, openGate } from "./gate.ts";

const transport = createFetchTransport();

export const freshFolder = () => mkdtempSync(join(tmpdir(), "orgconfig-agent-"));

export interface Place {
  readonly tenant: Tenant;
  readonly connectorId: string;
  /** The key of its agent, which can do nothing else. */
  readonly key: string;
  /** The connector as the API answers it. */
  // biome-ignore lint/suspicious/noExplicitAny: an answer of the service
  connector(): Promise<any>;
  /** What was acknowledged last. */
  // biome-ignore lint/suspicious/noExplicitAny: an answer of the service
  applied(): Promise<any>;
}

export async function makePlace(test: TestService, connectorType: string, rest: object = {}): Promise<Place> {
  const tenant = await test.makeTenant();
  const body = { name: "Engine", type: "observability", connector_type: connectorType, ...rest };
  const made = await tenant.config("POST", "connectors", { body });
  if (made.status !== 201) throw new Error(made.text);
  const connectorId: string = made.body.id;
  const takesAlerts = connectorType === "alertmanager";
  const scopes: Scope[] = takesAlerts ? ["engine:agent", "engine:intake"] : ["engine:agent"];
  const key = await test.makeKey(tenant.organization.id, scopes, { connectorId });
  return {
    tenant,
    connectorId,
    key: key.value,
    connector: async () => (await tenant.config("GET", `connectors/${connectorId}`)).body,
    async applied() {
      const { body } = await tenant.api("GET", "render");
      return body.data.find((one: { connector_id: string }) => one.connector_id === connectorId).applied;
    },
  };
}

export interface AgentAt {
  readonly agent: Agent;
  readonly gate: Gate;
  readonly logs: string[];
  /** Lets time pass for the agent. */
  later(seconds: number): void;
}

export interface AgentPlace {
  /** Where the service is. */
  readonly service: string;
  /** Where the engine is. */
  readonly engine: string;
  readonly directory: string;
  /** A path, or none: then there is no checker at all. */
  readonly checker?: string | undefined;
  /** Where its figures are, when the engine does not keep them. */
  readonly queries?: string;
  /** What Alertmanager sends alerts with, when it is not the agent's own key. */
  readonly intakeKey?: string;
}

const checkers: Readonly<Record<string, string>> = {
  prometheus: "promtool",
  blackbox_exporter: "prometheus-blackbox-exporter",
  vmalert: "vmalert",
  alertmanager: "amtool",
};

/** An agent for the place's connector, with the engine's real checker unless another is named. */
export async function makeAgent(
  { key, connectorId, connector }: Place,
  { service, engine, directory, queries, ...rest }: AgentPlace,
): Promise<AgentAt> {
  const { connector_type } = await connector();
  const type = fileEngines[connector_type];
  if (type === undefined) throw new Error(`no such engine: ${connector_type}`);
  const checker = "checker" in rest ? rest.checker : programPath(checkers[connector_type] ?? "");
  const gate = await openGate(service);
  const logs: string[] = [];
  let passed_ms = 0;
  const log = (message: string) => void logs.push(message);
  const agent = new Agent({
    service: remoteService(keyClient(gate.url, {}, key), connectorId, "agent-1", log),
    engine: openFileEngine({
      type: checker === undefined ? { ...type, checkers: [] } : type,
      http: createEngineHttp(transport, { url: engine }),
      reloadPath: "/-/reload",
      directory,
      intakeKey: () => rest.intakeKey ?? key,
      ...(checker === undefined ? {} : { checker }),
      ...(queries === undefined ? {} : { queries: createEngineHttp(transport, { url: queries }) }),
    }),
    log,
    now: () => passed_ms,
  });
  return {
    agent,
    gate,
    logs,
    later(seconds) {
      passed_ms += seconds * 1_000;
    },
  };
}
