/** Which engines take the alert routes: the rules of several may send alerts to the same one. */
import type { ConnectorRow } from "../assignment.ts";
import type { Refusal, RendererRows } from "../renderer.ts";

/** Whether an engine takes the routes; where nobody can say, why not, for its connector. */
export type Receiving = { readonly takes: boolean } | { readonly refusal: Refusal };

/**
 * Every Alertmanager that is switched on takes the routes. Mimir has an Alertmanager of its own in each tenant, whose
 * configuration would be replaced: it takes the routes where its connector says so. It does not where the connector
 * says that, or where there is an Alertmanager next to it.
 */
export function receivingOf({ alertRoutes, connectors }: RendererRows, connector: ConnectorRow): Receiving {
  const { id, configuration } = connector;
  if (!configuration.enabled) return { takes: false };
  if (isAlertmanager(connector)) return { takes: true };
  const said = configuration.metadata.alertmanager;
  if (said !== undefined) return { takes: said === "mimir" };
  const isElsewhere = connectors.some((other) => other.configuration.enabled && isAlertmanager(other));
  if (isElsewhere || !alertRoutes.some((route) => route.configuration.enabled)) return { takes: false };
  return {
    refusal: {
      resource: "connectors",
      id,
      field: "metadata.alertmanager",
      message:
        "nobody says which Alertmanager takes the alert routes: set it to mimir if the tenant's own Alertmanager is to have them, and nothing else; set it to other, or add a connector of type alertmanager, if its alerts go elsewhere",
    },
  };
}

export function isAlertmanager({ configuration }: ConnectorRow): boolean {
  return configuration.connector_type === "alertmanager";
}
