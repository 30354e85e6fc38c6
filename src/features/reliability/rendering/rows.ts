/** The rows that renderers are given: complete, in the order of their keys, without a secret. */

import { inBatches } from "../../../engine/batches.ts";
import { secretIdentity } from "../../../engine/draft.ts";
import {
  allRows,
  type Committer,
  type LazyRow,
  type StoredRow,
  type Vault,
} from "../../../engine/ports/rows.ts";
import { completed } from "../../../engine/render.ts";
import type { Kind } from "../../../kernel/kind.ts";
import type { ConfigurationOf } from "../../../kernel/row-types.ts";
import { movedAway } from "../../../kernel/secret-addresses.ts";
import { usualMissingMinutes } from "../../../kernel/staleness.ts";
import type { Turn } from "../../../kernel/time-slices.ts";
import { severityWords } from "../../../renderers/alerting/facts.ts";
import type {
  CheckRow,
  ConnectorRow,
  OutboundConfigRow,
  RendererRow,
  RendererRows,
} from "../../../renderers/renderer.ts";
import { alertInhibitions } from "../../../resources/alert-inhibitions.ts";
import { alertMutes } from "../../../resources/alert-mutes.ts";
import { alertRoutes } from "../../../resources/alert-routes.ts";
import { certificateMonitors } from "../../../resources/certificate-monitors.ts";
import { connectors } from "../../../resources/connectors.ts";
import { dataSources } from "../../../resources/data-sources.ts";
import { organizationSettings } from "../../../resources/organization-settings.ts";
import { outboundConfigs } from "../../../resources/outbound-configs.ts";
import { slis } from "../../../resources/slis.ts";
import { sloCorrections } from "../../../resources/slo-corrections.ts";
import { slos } from "../../../resources/slos.ts";
import { syntheticChecks } from "../../../resources/synthetic-checks.ts";
import { teamMembers } from "../../../resources/team-members.ts";
import { teams } from "../../../resources/teams.ts";
import { splitAuthorization } from "./credentials.ts";
import { muteOf } from "./mute-of.ts";

/** The kinds that renderers look at: a write of another kind changes no file. */
export const renderedResources: ReadonlyMap<string, Kind> = new Map(
  [
    alertInhibitions,
    alertMutes,
    alertRoutes,
    certificateMonitors,
    connectors,
    dataSources,
    organizationSettings,
    outboundConfigs,
    slis,
    sloCorrections,
    slos,
    syntheticChecks,
    teamMembers,
    teams,
  ].map((definition): [string, Kind] => [definition.kind, definition]),
);

/** Answers all rows of a kind, in the order of their keys. */
export type RowsOf = (kind: string) => Promise<readonly StoredRow[]>;

/** They are many where configurations are long, so that they come in batches. */
export function storedRowsOf(
  rows: Pick<Committer, "list">,
  organizationId: string,
  now: Date,
  turn: Turn = { of: organizationId },
): RowsOf {
  return async (kind) => {
    const read = (after: LazyRow | undefined, limit: number) =>
      rows.list(organizationId, kind, "sort_key", [], limit, now, undefined, after);
    const found: StoredRow[] = [];
    for await (const batch of inBatches({ read, lengthOf: ({ length }) => length, most: allRows, turn }))
      found.push(...batch.map((row) => row.read()));
    return found;
  };
}

/** One secret that was sealed with a key that is not here keeps no other row from its engine. */
const notOpened = "cannot be opened with the keys of this installation; save it again";

export async function rendererRows(
  rowsOf: RowsOf,
  vault: Vault,
  organizationId: string,
  now: Date,
): Promise<RendererRows & { readonly sameUntil: Date | undefined }> {
  const of = async <D extends Kind>(definition: D): Promise<RendererRow<ConfigurationOf<D>>[]> =>
    (await rowsOf(definition.kind)).map(({ id, configuration }) => ({
      id,
      configuration: completed(definition, configuration),
    }));
  const checks = (await rowsOf(syntheticChecks.kind)).map((row): CheckRow => {
    const configuration = completed(syntheticChecks, row.configuration);
    const sealed = row.secrets.auth_header;
    if (sealed === undefined) return { id: row.id, configuration };
    const identity = secretIdentity(organizationId, row.kind, row.id, "auth_header");
    const header = vault.openOrNot(sealed, identity);
    const authScheme =
      header === undefined ? null : (splitAuthorization(String(JSON.parse(header)))?.scheme ?? null);
    const withheld =
      header === undefined
        ? notOpened
        : movedAway(syntheticChecks.fields, "auth_header", { configuration, state: row.state });
    return {
      id: row.id,
      configuration,
      authScheme,
      authWithheld: withheld,
    };
  });
  const engines = (await rowsOf(connectors.kind)).map((row): ConnectorRow => {
    const configuration = completed(connectors, row.configuration);
    const withheld = movedAway(connectors.fields, "config", { configuration, state: row.state });
    return { id: row.id, configuration, mailWithheld: withheld };
  });
  const targets = (await rowsOf(outboundConfigs.kind)).map((row): OutboundConfigRow => {
    const configuration = completed(outboundConfigs, row.configuration);
    const sealed = row.secrets.secret;
    const identity = secretIdentity(organizationId, row.kind, row.id, "secret");
    const problem =
      sealed === undefined
        ? "is missing"
        : vault.openOrNot(sealed, identity) === undefined
          ? notOpened
          : movedAway(outboundConfigs.fields, "secret", { configuration, state: row.state });
    return { id: row.id, configuration, secretProblem: problem };
  });
  const rhythms = (await rowsOf(alertMutes.kind)).flatMap(rhythmOf);
  const [organization] = await of(organizationSettings);
  return {
    sameUntil: rhythms
      .flatMap(({ times: { startsAt, endsAt } }) => [startsAt, ...(endsAt === null ? [] : [endsAt])])
      .filter((at) => at > now)
      .sort((one, other) => one.getTime() - other.getTime())[0],
    alertInhibitions: await of(alertInhibitions),
    alertMutes: inForce(rhythms, now),
    alertRoutes: await of(alertRoutes),
    certificateMonitors: await of(certificateMonitors),
    connectors: engines,
    dataSources: await of(dataSources),
    outboundConfigs: targets,
    slis: await of(slis),
    sloCorrections: await of(sloCorrections),
    slos: await of(slos),
    syntheticChecks: checks,
    missingAfterMinutes:
      organization === undefined ? usualMissingMinutes : organization.configuration.missing_after_minutes,
    severityWords: severityWords(organization?.configuration.severity_words ?? {}),
    teamMembers: await of(teamMembers),
    teams: await of(teams),
  };
}

/** The mutes that engines are given now. */
export function mutesInForce(rows: readonly StoredRow[], now: Date): RendererRows["alertMutes"] {
  return inForce(rows.flatMap(rhythmOf), now);
}

function inForce(rhythms: readonly ReturnType<typeof rhythmOf>[number][], now: Date) {
  return rhythms
    .filter(({ times: { startsAt, endsAt } }) => startsAt <= now && (endsAt === null || endsAt > now))
    .map(({ id, configuration }) => ({ id, configuration }));
}

/** A mute in a rhythm that engines can be given, with its times; others are silences, or this service's alone. */
function rhythmOf(row: StoredRow) {
  const configuration = completed(alertMutes, row.configuration);
  if (configuration.schedule.length === 0 || configuration.pattern !== null) return [];
  return [{ id: row.id, configuration, times: muteOf(row).times }];
}
