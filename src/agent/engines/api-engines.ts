/** The engines that take what is rendered over their API, by the type of their connector: they need no files. */
import type { Engine } from "../agent.ts";
import type { EngineHttp } from "./http.ts";
import { createMimir } from "./mimir.ts";

export interface ApiEngineOptions {
  readonly http: EngineHttp;
  /** The connector's id, by which the engine's own part is told from what others wrote. */
  readonly connectorId: string;
}

const apiEngines: Readonly<Record<string, (options: ApiEngineOptions) => Engine>> = {
  mimir: createMimir,
};

export function takesApi(connectorType: string): boolean {
  return Object.hasOwn(apiEngines, connectorType);
}

/** @param connectorType one that `takesApi` */
export function openApiEngine(connectorType: string, options: ApiEngineOptions): Engine {
  const create = apiEngines[connectorType];
  if (create === undefined) throw new Error(`${connectorType} has no API that takes what is rendered`);
  return create(options);
}
