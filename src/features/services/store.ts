/** The ServiceFinder on PostgreSQL. */

import type { Connection } from "../../database/database.ts";
import { ageText } from "../../database/json-text.ts";
import type { RowOf } from "../../database/statement.ts";
import { lazyRow } from "../../database/store.ts";
import { grouped } from "../../kernel/grouped.ts";
import { eachPlace, type NamingKind, namedBy } from "../service-names/index.ts";
import type { RowsOfKind, ServiceFinder } from "./port.ts";
import { sql } from "./queries.generated.ts";

export function createServiceStore(database: Connection): ServiceFinder {
  return {
    async list(organizationId, kinds, search, severities, now) {
      const given = { organizationId, ...placesOf(kinds), severities, now };
      const found = await database.query(sql.listServices, { ...given, ...search });
      // A page beyond the last one says nothing of how many there are.
      const [known] =
        found.length > 0 || search.offset === 0
          ? found
          : await database.query(sql.listServices, { ...given, ...search, offset: 0, limit: 1 });
      return { services: found, total: known?.total ?? 0 };
    },
    async naming(organizationId, kinds, service, limit, now) {
      const named = namedBy(kinds, service);
      return byKind(await database.query(sql.listRowsNaming, { organizationId, ...named, limit, now }));
    },
    async near(organizationId, rows, limit, now) {
      const found = await database.query(sql.listRowsNear, {
        organizationId,
        kinds: rows.map(({ kind }) => kind),
        ids: rows.map(({ id }) => id),
        limit,
        now,
      });
      return byKind(found);
    },
  };
}

/** Each place of each kind, with how its rows are seen to be in trouble. */
function placesOf(kinds: readonly NamingKind[]) {
  const places = eachPlace(kinds);
  const troubleIn = (inState: boolean, tone: "bad" | "warning") =>
    places.map(({ trouble }) => anyOf(trouble.filter((one) => one.inState === inState && one.tone === tone)));
  return {
    kinds: places.map(({ kind }) => kind),
    members: places.map(({ place }) => place.member ?? ""),
    paths: places.map(({ place }) => place.path),
    isOff: places.map(({ off }) => (off === undefined ? "" : `$.${JSON.stringify(off)} == false`)),
    badSettings: troubleIn(false, "bad"),
    badState: troubleIn(true, "bad"),
    warningSettings: troubleIn(false, "warning"),
    warningState: troubleIn(true, "warning"),
    goodState: places.map(({ measured }) =>
      anyOf((measured?.good ?? []).map((value) => ({ field: measured?.field ?? "", value }))),
    ),
    stateField: places.map(({ measured }) => measured?.field ?? ""),
    sights: places.map(({ measured }) => ageText(measured?.ages) ?? ""),
  };
}

/** As a predicate of SQL/JSON; the empty text is one that nothing meets. */
function anyOf(values: readonly { readonly field: string; readonly value: string }[]): string {
  return values
    .map(({ field, value }) => `$.${JSON.stringify(field)} == ${JSON.stringify(value)}`)
    .join(" || ");
}

function byKind(found: readonly RowOf<typeof sql.listRowsNaming>[]): readonly RowsOfKind[] {
  const kinds = grouped(found, ({ kind }) => kind);
  return [...kinds].map(([kind, rows]) => ({
    kind,
    total: rows[0]?.total ?? 0,
    rows: rows.map((row) => lazyRow(kind, row)),
  }));
}
