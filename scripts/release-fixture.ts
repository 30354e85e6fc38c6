/**
 * Makes test/database/fixtures/release-<version>.sql.gz and .json.gz: the filled database of a release, which
 * test/database/upgrade.test.ts brings up to the present program. To be run once a release, on its own code:
 *
 *     node scripts/with-postgres.mjs tsx scripts/release-fixture.ts
 *
 * The keys and passwords next to it open nothing else.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { pino } from "pino";
import { migrate } from "../src/database/migrate.ts";
import { openServer } from "../src/database/server.ts";
import { readEnvironment } from "../src/environment.ts";
import { definitions } from "../src/resources/index.ts";
import { seedDemo } from "../src/seed/index.ts";
import { createService } from "../src/service.ts";

const url = process.env.TEST_DATABASE_URL;
if (url === undefined) throw new Error("run it by scripts/with-postgres.mjs");
const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
const env = {
  ORGCONFIG_SECRET_KEYS: Buffer.from("the secret key of a test fixture").toString("base64"),
  ORGCONFIG_OPERATOR_TOKEN: "operator-token-of-a-test-fixture",
  ORGCONFIG_ADMIN_EMAIL: "admin@example.com",
  ORGCONFIG_ADMIN_PASSWORD: "password of a test fixture",
};
const settings = readEnvironment({
  ...env,
  ORGCONFIG_RATE_LIMIT: "off",
  ORGCONFIG_DATA_DIR: mkdtempSync(join(tmpdir(), "orgconfig-fixture-")),
});
const database = openServer(url, { prepared: true });
await migrate(database);
const service = await createService(settings, database, pino({ level: "warn" }));
// The demo's targets are nobody's.
await service.delivery.close();
await service.firstStart();
await seedDemo({ service, settings });

const origin = { host: "localhost:80", origin: "http://localhost:80" };
const send = async (
  method: "GET" | "POST" | "PUT" | "DELETE",
  path: string,
  headers: object,
  body?: object,
) => {
  const answer = await service.server.inject({
    method,
    url: `/api/v1/${path}`,
    headers: { ...headers, ...(body && { "content-type": "application/json" }) },
    ...(body && { payload: JSON.stringify(body) }),
  });
  if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.body}`);
  return { headers: answer.headers, body: JSON.parse(answer.body) };
};
const signedIn = await send("POST", "session", origin, {
  email: env.ORGCONFIG_ADMIN_EMAIL,
  password: env.ORGCONFIG_ADMIN_PASSWORD,
});
const cookie = String(signedIn.headers["set-cookie"]).split(";")[0] as string;
const person = { ...origin, cookie };
const [organization] = signedIn.body.organizations;
const makeKey = (name: string, scopes: readonly string[]) =>
  send("POST", `organizations/${organization.slug}/api_keys`, person, { name, scopes });
const key = (await makeKey("Upgrade", ["api:admin"])).body.key;
const revoked = (await makeKey("Revoked", ["api:admin"])).body;
await send("DELETE", `organizations/${organization.slug}/api_keys/${revoked.id}`, person);
const token = (
  await send("POST", "account/tokens", person, { name: "Upgrade", organizations: [organization.slug] })
).body.token;
await service.audit.sealer.flush();
await service.audit.sealer.stop();

// What a crash leaves behind: records that were not sealed, in an organization with a chain and in one without.
const bearer = { authorization: `Bearer ${key}` };
await send("POST", "config/teams", bearer, { name: "Made just before the upgrade" });
await send(
  "POST",
  "operator/organizations",
  { authorization: `Bearer ${env.ORGCONFIG_OPERATOR_TOKEN}` },
  {
    name: "Never sealed",
  },
);

const rows: Record<string, unknown> = {};
for (const { kind, shape } of definitions) {
  if (shape === "collection") {
    const { data, etags } = (await send("GET", `config/${kind}?etags=true`, bearer)).body;
    rows[kind] = { data, etags };
  } else {
    const { body, headers } = await send("GET", `config/${kind}`, bearer);
    rows[kind] = { data: [body], etag: headers.etag };
  }
}
const { data: records } = (await send("GET", "audit?limit=1000", bearer)).body;
await service.close();
await database.close();

const dump = execFileSync(
  "pg_dump",
  ["--inserts", "--rows-per-insert=50", "--no-owner", "--no-privileges", "--no-comments", url],
  { encoding: "utf8", maxBuffer: 2 ** 28 },
)
  // Commands of psql, and the session's settings: the loader has its own.
  .replaceAll(/^(\\|SET |SELECT pg_catalog\.set_config).*$/gm, "");
const save = (suffix: string, text: string) =>
  writeFileSync(
    new URL(`../test/database/fixtures/release-${version}.${suffix}.gz`, import.meta.url),
    gzipSync(text, { level: 9 }),
  );
save("sql", dump);
save("json", JSON.stringify({ version, env, organization, key, revoked: revoked.key, token, rows, records }));
