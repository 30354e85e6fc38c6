/** The rows that renderers are given: complete, in the order of their keys, without a secret. */

import type { BackendRow, BackendRows, CheckRow } from "../../backends/backend.ts";
import { secretIdentity } from "../../engine/draft.ts";
import type { Committer, StoredRow, Vault } from "../../engine/ports/rows.ts";
import { completed } from "../../engine/render.ts";
import type { Resource } from "../../kernel/resource.ts";
import type { ConfigurationOf } from "../../kernel/row-types.ts";
import { movedAway } from "../../kernel/secret-addresses.ts";
import { certificateMonitors } from "../../resources/certificate-monitors.ts";
import { connectors } from "../../resources/connectors.ts";
import { dataSources } from "../../resources/data-sources.ts";
import { slis } from "../../resources/slis.ts";
import { slos } from "../../resources/slos.ts";
import { syntheticChecks } from "../../resources/synthetic-checks.ts";
import { teams } from "../../resources/teams.ts";
import { splitAuthorization } from "./credentials.ts";

/** The kinds that renderers look at: a write of another kind changes no file. */
export const renderedResources: ReadonlyMap<string, Resource> = new Map(
  [certificateMonitors, connectors, dataSources, slis, slos, syntheticChecks, teams].map(
    (resource): [string, Resource] => [resource.kind, resource],
  ),
);

/** More rows than any kind has; the database ends the list. */
const all = 2_147_483_647;

/** Answers all rows of a kind, in the order of their keys. */
export type RowsOf = (kind: string) => Promise<readonly StoredRow[]>;

export function storedRowsOf(rows: Pick<Committer, "list">, organizationId: string, now: Date): RowsOf {
  return async (kind) =>
    (await rows.list(organizationId, kind, "sort_key", [], all, now)).map((row) => row.read());
}

export async function backendRows(
  rowsOf: RowsOf,
  vault: Vault,
  organizationId: string,
): Promise<BackendRows> {
  const of = async <D extends Resource>(resource: D): Promise<BackendRow<ConfigurationOf<D>>[]> =>
    (await rowsOf(resource.kind)).map(({ id, configuration }) => ({
      id,
      configuration: completed(resource, configuration),
    }));
  const checks = (await rowsOf(syntheticChecks.kind)).map((row): CheckRow => {
    const configuration = completed(syntheticChecks, row.configuration);
    const sealed = row.secrets.auth_header;
    if (sealed === undefined) return { id: row.id, configuration };
    const identity = secretIdentity(organizationId, row.kind, row.id, "auth_header");
    const header: unknown = JSON.parse(vault.open(sealed, identity));
    const authScheme = splitAuthorization(String(header))?.scheme ?? null;
    const withheld = movedAway(syntheticChecks.fields, "auth_header", { configuration, state: row.state });
    return {
      id: row.id,
      configuration,
      authScheme,
      ...(withheld === undefined ? {} : { authWithheld: withheld }),
    };
  });
  return {
    certificateMonitors: await of(certificateMonitors),
    connectors: await of(connectors),
    dataSources: await of(dataSources),
    slis: await of(slis),
    slos: await of(slos),
    syntheticChecks: checks,
    teams: await of(teams),
  };
}
