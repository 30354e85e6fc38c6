/** The filled database of a release that is kept as a fixture (scripts/release-fixture.ts), brought up to this program. */
import { readdirSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { pino } from "pino";
import type { Database } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import { readEnvironment } from "../../src/environment.ts";
import { createService, type Service } from "../../src/service.ts";
import { makeEmptyDatabase } from "./empty-database.ts";

// biome-ignore lint/suspicious/noExplicitAny: rows of every shape
type Row = Record<string, any>;

export interface Release {
  readonly version: string;
  readonly env: Readonly<Record<string, string>>;
  readonly organization: { readonly id: string; readonly slug: string };
  readonly key: string;
  readonly revoked: string;
  readonly token: string;
  /** What GET answered, by kind. */
  readonly rows: Readonly<Record<string, { data: Row[]; etags?: Record<string, string>; etag?: string }>>;
  readonly records: readonly Row[];
}

const folder = new URL("../database/fixtures/", import.meta.url);
const unpacked = (file: string) => gunzipSync(readFileSync(new URL(file, folder))).toString("utf8");

export const releases = readdirSync(folder).flatMap(
  (file) => /^release-(.+)\.sql\.gz$/.exec(file)?.[1] ?? [],
);

export function releaseOf(version: string): Release {
  return JSON.parse(unpacked(`release-${version}.json.gz`));
}

/** The statements that make its database. */
export function releaseText(version: string): string {
  return unpacked(`release-${version}.sql.gz`);
}

export interface Upgraded {
  readonly database: Database;
  readonly service: Service;
  /** A call of the REST API, with the release's key unless another is given. */
  send(
    method: "GET" | "PUT" | "POST",
    path: string,
    body?: object,
    key?: string,
  ): Promise<{ status: number; etag: unknown; body: Row }>;
  close(): Promise<void>;
}

/** @param before what the database still has to get before it is upgraded */
export async function upgraded(
  release: Release,
  before: (database: Database) => Promise<void> = async () => {},
): Promise<Upgraded> {
  const empty = await makeEmptyDatabase();
  const database = await empty.open();
  await database.execute(releaseText(release.version));
  await before(database);
  await migrate(database);
  const settings = readEnvironment({
    ...release.env,
    DATABASE_URL: empty.url ?? "postgres://embedded",
    ORGCONFIG_RATE_LIMIT: "off",
  });
  const service = await createService(settings, database, pino({ level: "silent" }));
  // The demo's targets are nobody's.
  await service.delivery.close();
  await service.audit.sealer.flush();
  return {
    database,
    service,
    async send(method, path, body, key = release.key) {
      const { statusCode, headers, payload } = await service.server.inject({
        method,
        url: `/api/v1/${path}`,
        headers: {
          authorization: `Bearer ${key}`,
          origin: "http://localhost:80",
          host: "localhost:80",
          ...(body && { "content-type": "application/json" }),
        },
        ...(body && { payload: JSON.stringify(body) }),
      });
      return { status: statusCode, etag: headers.etag, body: JSON.parse(payload) };
    },
    async close() {
      await service.close();
      await empty.drop();
    },
  };
}
