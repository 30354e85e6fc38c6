/** The name that a service has here, for whoever writes it in another case or with blanks at the ends. */
import type { Connection, Database } from "../../../database/database.ts";
import { bindable } from "../../../database/executor.ts";
import type { Registry } from "../../../engine/feature.ts";
import type { WithExecutor } from "../../../engine/ports/executor.ts";
import { given } from "../../../kernel/given.ts";
import { isSlipOf } from "../../../kernel/nearest.ts";
import { unprocessable } from "../../../kernel/problem.ts";
import { isSameService } from "../../../kernel/service-names.ts";
import { eachPlace, type NamingKind, namedBy, namingKinds } from "./kinds.ts";
import { sql } from "./queries.generated.ts";

export interface FoundName {
  /** As it was asked for where no row names such a service. */
  readonly name: string;
  readonly known: boolean;
  /** Of one that is not known: the known name that it is but for one slip. */
  readonly meant?: string;
}

const mostNamed = 5;

type Request = readonly [reader: WithExecutor, organizationId: string, service: string, now: Date];

/** @throws Refusal 422 that names them where it may be one of several */
export type FindServiceName = (...request: Request) => Promise<FoundName>;

export function createServiceNames({
  database,
  definitions,
}: {
  readonly database: Database;
  readonly definitions: Registry;
}): FindServiceName {
  const kinds = namingKinds(definitions);
  type Names = ReturnType<typeof namesOver>;
  const store = bindable<Names, Names>(database, (connection) => namesOver(connection, kinds));
  return async (...[reader, organizationId, service, now]: Request): Promise<FoundName> => {
    const names = store.in(reader);
    if (await names.isKnown(organizationId, service, now)) return { name: service, known: true };
    const near = await names.near(organizationId, service, now);
    const [other, ...others] = near.filter((name) => isSameService(name, service)).slice(0, mostNamed);
    if (other === undefined) {
      const meant = near.find((name) => isSlipOf(service, name));
      return { name: service, known: false, ...given({ meant }) };
    }
    if (others.length === 0) return { name: other, known: true };
    const all = [other, ...others].map((name) => `"${name}"`).join(", ");
    const message = `"${service}" is no name here, and may be one of ${all}; write that`;
    throw unprocessable([{ field: "service", message }]);
  };
}

function namesOver(database: Connection, kinds: readonly NamingKind[]) {
  return {
    /** Whether any row of these kinds names the service. */
    async isKnown(organizationId: string, service: string, now: Date) {
      const named = namedBy(kinds, service);
      const [found] = await database.query(sql.isServiceKnown, { organizationId, ...named, now });
      return found?.known ?? false;
    },
    /** The names that are as long as this one, or a letter shorter or longer. */
    async near(organizationId: string, service: string, now: Date) {
      const places = eachPlace(kinds);
      const named = places.flatMap(({ kind, place: { member } }) =>
        member === undefined ? [] : [{ kind, member }],
      );
      const deeper = places.filter(({ place }) => place.member === undefined);
      const found = await database.query(sql.listSpellings, {
        ...{ organizationId, service, now },
        memberKinds: named.map(({ kind }) => kind),
        members: named.map(({ member }) => member),
        kinds: deeper.map(({ kind }) => kind),
        paths: deeper.map(({ place }) => place.path),
      });
      return found.map((one) => one.service);
    },
  };
}

/** How a sentence on a name that is not known goes on; empty where none is near. */
export function meantName({ meant }: Pick<FoundName, "meant">): string {
  return meant === undefined ? "" : `; did you mean ${JSON.stringify(meant)}?`;
}
