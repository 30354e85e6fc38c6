/** What rows say about the connection that they stand for, with their secrets open. */

import { secretIdentity } from "../../../engine/draft.ts";
import type { Store, StoredRow, Vault } from "../../../engine/ports/rows.ts";
import { notFound } from "../../../engine/reading.ts";
import { completed } from "../../../engine/render.ts";
import type { Json } from "../../../kernel/field.ts";
import type { Kind } from "../../../kernel/kind.ts";
import type { Problem } from "../../../kernel/problem.ts";
import type { movedAway } from "../../../kernel/secret-addresses.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { notForSource } from "../../../renderers/connection-tests/data-sources.ts";
import type { Settings } from "../../../renderers/connection-tests/probe.ts";
import { connectors } from "../../../resources/connectors.ts";
import { dataSources } from "../../../resources/data-sources.ts";
import type { Connection } from "./probe.ts";

export interface ConnectionsDeps {
  readonly store: Pick<Store, "row">;
  readonly vault: Vault;
}

/** A row that leads to another system. */
export interface Connected extends Connection {
  readonly bounds: Connection["bounds"] & { readonly timeout_ms: number };
  readonly type: string;
  /** Why its credentials are not sent to this address, at the field; undefined where they are. */
  readonly withheld?: Problem | undefined;
  /** How people find a member of the settings in their rows. */
  placeOf(member: string): string;
}

/** Long enough for any of the calls that test a connector. */
const connectorTimeout_ms = 10_000;

/** What a row says of the connection, and why a secret that was saved for another address is not sent. */
export type ReadConnection = (
  deps: ConnectionsDeps,
  organizationId: string,
  row: StoredRow,
  moved: typeof movedAway,
) => Promise<Connected>;

export async function connectorConnection(
  deps: ConnectionsDeps,
  organizationId: string,
  row: StoredRow,
): Promise<Connected> {
  return {
    type: connectorTypeOf(row),
    settings: configOf(deps, organizationId, row),
    bounds: { timeout_ms: connectorTimeout_ms },
    placeOf: (member) => `config.${member}`,
  };
}

/**
 * A data source's own address and options, with its own credentials or those of the connector that it names. Neither
 * go anywhere but where they are for: whoever sets an address must not read out a secret with it.
 * @throws Refusal `not_found` where the connector is gone
 */
export async function dataSourceConnection(
  deps: ConnectionsDeps,
  organizationId: string,
  row: StoredRow,
  moved: typeof movedAway,
): Promise<Connected> {
  const { type, url, username, options, timeout_ms, tls_skip_verify, connector_id } = completed(
    dataSources,
    row.configuration,
  );
  const connector =
    connector_id === null ? undefined : await existing(deps, organizationId, connectors, connector_id);
  const config = connector && configOf(deps, organizationId, connector);
  const credentials: JsonObject = config ?? { ...secretsOf(deps, organizationId, row), username };
  return {
    type,
    settings: {
      ...credentials,
      url,
      tenant: options.tenant ?? credentials.tenant,
      org_id: options.org_id,
    },
    bounds: { timeout_ms, anyCertificate: tls_skip_verify },
    withheld:
      connector === undefined || config === undefined
        ? movedSecret(row, moved)
        : notForSource({ type, url }, { type: connectorTypeOf(connector), settings: config }),
    placeOf: (member) => (connector === undefined ? member : `config.${member} of its connector`),
  };
}

/** A secret of the row that was saved for another server than the row now leads to. */
function movedSecret(row: StoredRow, moved: typeof movedAway): Problem | undefined {
  const configuration = completed(dataSources, row.configuration);
  return Object.keys(row.secrets)
    .flatMap((field) => {
      const message = moved(dataSources.fields, field, { configuration, state: row.state });
      return message === undefined ? [] : [{ field, message }];
    })
    .at(0);
}

function connectorTypeOf(row: StoredRow): string {
  return completed(connectors, row.configuration).connector_type;
}

/** @throws Refusal `not_found` for a row that is not the organization's */
export async function existing(
  { store }: Pick<ConnectionsDeps, "store">,
  organizationId: string,
  definition: Kind,
  id: string,
): Promise<StoredRow> {
  const row = await store.row(organizationId, definition.kind, id);
  if (row === undefined) throw notFound(definition);
  return row;
}

function configOf(deps: ConnectionsDeps, organizationId: string, row: StoredRow): Settings & JsonObject {
  const { config } = secretsOf(deps, organizationId, row);
  return typeof config === "object" && config !== null && !Array.isArray(config)
    ? (config as JsonObject)
    : {};
}

function secretsOf({ vault }: ConnectionsDeps, organizationId: string, row: StoredRow): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(row.secrets).map(([field, sealed]) => [
      field,
      JSON.parse(vault.open(sealed, secretIdentity(organizationId, row.kind, row.id, field))) as Json,
    ]),
  );
}
