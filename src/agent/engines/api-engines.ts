/** The engines that take what is rendered over their API, by the type of their connector: they need no files. */
import type { HttpRequests } from "../../transports/port.ts";
import type { Engine } from "../engine.ts";
import { routesAlerts } from "./alertmanager.ts";
import { createAlertSide } from "./alertmanager-api.ts";
import { createEngineHttp, type EngineAddress, type EngineHttp } from "./http.ts";
import { createMimir } from "./mimir.ts";
import { createMimirAlertmanager } from "./mimir-alertmanager.ts";

/** The members of the connector's `config`. */
export interface ApiAddress extends EngineAddress {
  /** The data source that rules ask, where a Grafana takes them. */
  readonly datasource_uid?: string;
  /** What the engine sends alerts to the service with. */
  readonly intake_key?: string;
}

export interface ApiEngineOptions {
  readonly transport: Pick<HttpRequests, "request">;
  readonly address: ApiAddress;
  /** The connector's id, by which the engine's own part is distinguished from what others wrote. */
  readonly connectorId: string;
}

/** Where a Mimir has the API of a tenant's Alertmanager (grafana.com/docs/mimir/latest/references/http-api, "Alertmanager"). */
const alertmanagerPrefix = "/alertmanager";

const apiEngines: Readonly<Record<string, (options: ApiEngineOptions) => Engine>> = {
  mimir({ connectorId, ...at }) {
    const rules = createMimir({ connectorId, http: rulerAt(at), figures: figuresAt(at) });
    const intakeKey = at.address.intake_key;
    const http = alertmanagerAt(at);
    const alerts = createMimirAlertmanager({ connectorId, http, intakeKey });
    const side = http && createAlertSide(http, alertmanagerPrefix);
    // Where alerts go is settled before a rule can fire.
    return {
      ...rules,
      alertSide: (render) => (routesAlerts(render) ? side : undefined),
      apply: (render) => each([() => alerts.apply(render), () => rules.apply(render)]),
      verify: (render) => each([() => alerts.verify(render), () => rules.verify(render)]),
    };
  },
};

/** Does one after the other, whatever becomes of the first. @throws the first one's error */
async function each(works: readonly (() => Promise<void>)[]): Promise<void> {
  const failed: unknown[] = [];
  for (const work of works) await work().catch((error: unknown) => failed.push(error));
  if (failed.length > 0) throw failed[0];
}

export function takesApi(connectorType: string): boolean {
  return Object.hasOwn(apiEngines, connectorType);
}

/** @param connectorType one that `takesApi` */
export function openApiEngine(connectorType: string, options: ApiEngineOptions): Engine {
  const create = apiEngines[connectorType];
  if (create === undefined) throw new Error(`${connectorType} has no API that takes what is rendered`);
  return create(options);
}

type At = Omit<ApiEngineOptions, "connectorId">;

/** Grafana reads in a header which data source the rules query. */
function rulerAt({ transport, address }: At): EngineHttp {
  const { datasource_uid, ...rest } = address;
  if (datasource_uid === undefined) return createEngineHttp(transport, rest);
  const named = { "x-grafana-alerting-datasource-uid": datasource_uid };
  return createEngineHttp(
    { request: (outgoing) => transport.request({ ...outgoing, headers: { ...outgoing.headers, ...named } }) },
    rest,
  );
}

/** Grafana takes rules at one address, and passes on questions to their data source at another. */
function figuresAt({ transport, address }: At): EngineHttp {
  const { datasource_uid, url, ...rest } = address;
  if (datasource_uid === undefined) return createEngineHttp(transport, { url, ...rest });
  const proxy = `/api/datasources/proxy/uid/${encodeURIComponent(datasource_uid)}`;
  return createEngineHttp(transport, {
    url: `${url.replace(/\/api\/convert(\/.*)?$/, "")}${proxy}`,
    ...rest,
  });
}

/** Next to the prefix of Prometheus' API; Grafana has no such Alertmanager. */
function alertmanagerAt({ transport, address }: At): EngineHttp | undefined {
  const { datasource_uid, url, ...rest } = address;
  if (datasource_uid !== undefined) return undefined;
  return createEngineHttp(transport, { url: url.replace(/\/(prometheus|api\/prom)$/, ""), ...rest });
}
