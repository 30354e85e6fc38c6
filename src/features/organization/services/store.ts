/** The names of services that rows and open alerts hold, and the rows behind a name. */

import type { Connection } from "../../../database/database.ts";
import { ageText } from "../../../database/json-text.ts";
import type { RowOf } from "../../../database/statement.ts";
import { lazyRow } from "../../../database/store.ts";
import type { LazyRow } from "../../../engine/ports/rows.ts";
import { grouped } from "../../../kernel/grouped.ts";
import { eachPlace, type NamingKind, namedBy } from "../../reliability/index.ts";
import { sql } from "./queries.generated.ts";

/**
 * Of the rows that name it, how many are `bad` or `warning`, were measured of late and are `good`, or have a state that
 * nobody has reported of late (`unknown`). `severity` is the worst of its open alerts, by its place among those given.
 */
export type FoundService = RowOf<typeof sql.listServices>;

/** Rows of one kind: the first of them, and how many they are in all. */
export interface RowsOfKind {
  readonly kind: string;
  readonly total: number;
  readonly rows: readonly LazyRow[];
}

/** The least severity that counts as bad. */
const leastBad = "error";

interface ServiceSearch {
  /** A part of the name, in any case; empty takes all. */
  readonly q: string;
  /** Only services with open alerts, or with rows that are in trouble. */
  readonly inTrouble: boolean;
  /** Those in trouble come first, the worst before the others. */
  readonly worstFirst: boolean;
  readonly offset: number;
  readonly limit: number;
}

export type ServiceFinder = ReturnType<typeof createServiceStore>;

export function createServiceStore(database: Connection) {
  return {
    /** One page of the services that anything names, by name. @param severities from the least to the worst */
    async list(
      organizationId: string,
      kinds: readonly NamingKind[],
      search: ServiceSearch,
      severities: readonly string[],
      now: Date,
    ) {
      const badFrom = severities.indexOf(leastBad) + 1;
      const given = { organizationId, ...placesOf(kinds), severities, badFrom, now };
      const found = await database.query(sql.listServices, { ...given, ...search });
      // A page beyond the last one says nothing of how many there are.
      const [known] =
        found.length > 0 || search.offset === 0
          ? found
          : await database.query(sql.listServices, { ...given, ...search, offset: 0, limit: 1 });
      return { services: found, total: known?.total ?? 0 };
    },
    /** The rows that name exactly this service. @param limit of each kind */
    async naming(
      organizationId: string,
      kinds: readonly NamingKind[],
      service: string,
      limit: number,
      now: Date,
    ) {
      const named = namedBy(kinds, service);
      return byKind(await database.query(sql.listRowsNaming, { organizationId, ...named, limit, now }));
    },
    /** The rows of these kinds whose own setting names one of the services. @param limit of each service and kind */
    async ofServices(
      organizationId: string,
      kinds: readonly NamingKind[],
      services: readonly string[],
      limit: number,
      now: Date,
    ) {
      const places = eachPlace(kinds).filter(({ place }) => place.member !== undefined);
      const found = await database.query(sql.listRowsOfServices, {
        organizationId,
        kinds: places.map(({ kind }) => kind),
        members: places.map(({ place }) => place.member ?? ""),
        services,
        limit,
        now,
      });
      return found.map((row) => ({ kind: row.kind, service: row.service, row: lazyRow(row.kind, row) }));
    },
    /** The rows that point at any of these or that these point at, the newest first. @param limit of each kind */
    async near(
      organizationId: string,
      rows: readonly { readonly kind: string; readonly id: string }[],
      limit: number,
      now: Date,
    ) {
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
