/** The operation that lists the services that anything names. */
import { createLongList } from "../../../engine/long-list.ts";
import { type ConfigurationOperation, configurationOperation } from "../../../engine/operation.ts";
import { placeOf, placesOf, refuseBothPlaces } from "../../../engine/page.ts";
import { given } from "../../../kernel/given.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { namingKinds } from "../../reliability/index.ts";
import type { ServicesDeps } from "./deps.ts";
import { detailsOf } from "./details.ts";
import { listInput, listOutput, severities } from "./shapes.ts";
import type { FoundService } from "./store.ts";

export function listServices(deps: ServicesDeps): ConfigurationOperation {
  const { services, definitions } = deps;
  const kinds = namingKinds(definitions);
  return configurationOperation({
    tag: "services",
    level: "read",
    name: "list_services",
    scans: "short",
    title: "List services",
    description:
      "The services that rows or open alerts name. By name: how many rows of each kind name each, how many of those are in trouble, well or not measured of late, and its open alerts. Use it to find a service's exact name, or which are in trouble.",
    method: "GET",
    path: "/api/v1/services",
    input: listInput,
    output: listOutput,
    async answer(call, { q, in_trouble: inTrouble, sort, details, limit, ...place }) {
      refuseBothPlaces(place);
      const start = placeOf({ ...place, limit });
      const search = {
        ...{ q: q.trim(), inTrouble, worstFirst: sort === "worst" },
        ...{ offset: start, limit },
      };
      const { id } = call.caller.organization;
      const found = await services.list(id, kinds, search, severities, call.now);
      const names = found.services.map(({ service }) => service);
      const known = details ? await detailsOf(deps, call, names) : undefined;
      const data: JsonObject[] = [];
      const room = createLongList(call);
      for (const service of found.services) {
        const one = { ...shown(service), ...given({ details: known?.get(service.service) }) };
        if (!room.add(JSON.stringify(one))) break;
        data.push(one);
      }
      const { total } = found;
      return { data, total, limit, ...placesOf(start, data.length, { limit, total }) };
    },
  });

  function shown({
    service,
    rows,
    bad,
    warning,
    good,
    unknown,
    openAlerts,
    severity,
  }: FoundService): JsonObject {
    return {
      service,
      rows: kinds.flatMap(({ kind }) => (rows[kind] === undefined ? [] : [{ kind, count: rows[kind] }])),
      bad,
      warning,
      good,
      unknown,
      open_alerts: openAlerts,
      worst_severity: severity === null ? null : (severities[severity - 1] ?? null),
    };
  }
}
