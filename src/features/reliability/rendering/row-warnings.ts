/** What is said of a single row to whoever writes it, by the rules that plans and list_renders have for all rows. */

import type { KindHooks } from "../../../engine/feature.ts";
import type { Reader } from "../../../engine/ports/rows.ts";
import { completed } from "../../../engine/render.ts";
import type { Kind } from "../../../kernel/kind.ts";
import { atOnce } from "../../../kernel/time-slices.ts";
import { severityWords } from "../../../renderers/alerting/facts.ts";
import { routeWarnings } from "../../../renderers/alertmanager/route-warnings.ts";
import { sliWarnings } from "../../../renderers/prometheus/sli-warnings.ts";
import { sloWarnings } from "../../../renderers/prometheus/slo-warnings.ts";
import { alertRoutes } from "../../../resources/alert-routes.ts";
import { connectors } from "../../../resources/connectors.ts";
import { dataSources } from "../../../resources/data-sources.ts";
import { organizationSettings } from "../../../resources/organization-settings.ts";
import { slis } from "../../../resources/slis.ts";
import { slos } from "../../../resources/slos.ts";
import { type RendersDeps, seenVersionsOf } from "./renders.ts";

export function warningKinds({ renders }: Pick<RendersDeps, "renders">) {
  return {
    [alertRoutes.kind]: {
      async warn(reader, { caller }, route) {
        const { kind } = organizationSettings;
        const settings = await reader.row(caller.organization.id, kind, kind);
        const own = settings && completed(organizationSettings, settings.configuration).severity_words;
        // Which mutes there is no room for is said of the mutes.
        return routeWarnings({
          alertRoutes: [route],
          alertMutes: [],
          severityWords: severityWords(own ?? {}),
        });
      },
    } satisfies KindHooks<typeof alertRoutes>,
    [slis.kind]: {
      async warn(reader, { caller }, sli) {
        const { id } = caller.organization;
        const rows = {
          slis: [sli],
          dataSources: await all(reader, id, dataSources),
          connectors: await all(reader, id, connectors),
        };
        return atOnce(sliWarnings(rows, seenVersionsOf(await renders.in(reader).acknowledgements(id))));
      },
    } satisfies KindHooks<typeof slis>,
    [slos.kind]: {
      async warn(reader, { caller }, slo) {
        const sli = await reader.row(caller.organization.id, slis.kind, slo.configuration.sli_id);
        const measured = sli && { id: sli.id, configuration: completed(slis, sli.configuration) };
        return sloWarnings({ slos: [slo], slis: measured === undefined ? [] : [measured] });
      },
    } satisfies KindHooks<typeof slos>,
  };
}

async function all<D extends Kind>(reader: Reader, organizationId: string, definition: D) {
  const rows = await reader.rowsMatching(organizationId, definition.kind, {});
  return rows.map(({ id, configuration }) => ({ id, configuration: completed(definition, configuration) }));
}
