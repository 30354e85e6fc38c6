/** The queries as a set: named, used, valid against the schema, and the hot ones planned on indexes. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../src/database/database.ts";
import { camelCase } from "../../src/database/named-parameters.ts";
import type { Statement } from "../../src/database/statement.ts";
import { sql as identity } from "../../src/features/identity/accounts/queries.generated.ts";
import { sql as audit } from "../../src/features/identity/audit/queries.generated.ts";
import { crowdOf } from "../support/crowd.ts";
import { openTestDatabase } from "../support/database.ts";
import { allStatements } from "../support/statements.ts";

const source = fileURLToPath(new URL("../../src", import.meta.url));
const files = (readdirSync(source, { recursive: true }) as string[])
  .filter((file) => file.endsWith(".ts") && !file.endsWith(".generated.ts"))
  .map((file) => ({ file, text: readFileSync(join(source, file), "utf8") }));
const code = files.map(({ text }) => text).join("\n");
const statements = allStatements;

describe("a query", () => {
  it.each(statements.map(({ name }) => name))(
    "%s is used where it belongs, under a name that PostgreSQL keeps whole",
    (name) => {
      expect(name).toMatch(/^(?=.{1,63}$)[a-z-]+\/[a-z][a-z-]+$/);
      const [owner, own] = name.split("/") as [string, string];
      // A feature's, whichever wing it is in.
      const isOwn = (place: string) =>
        owner === "database"
          ? place === owner || place.startsWith("database/")
          : `${place}/`.includes(`/${owner}/`);
      const call = new RegExp(`\\bsql\\.${camelCase(own)}\\b`);
      const used = files.filter(({ text }) => call.test(text)).map(({ file }) => dirname(file));
      const ofOther = statements.some(({ plural }) => plural?.name === name);
      expect(used.length > 0 || ofOther).toBe(true);
      expect(used.filter((place) => !isOwn(place))).toEqual([]);
    },
  );

  it("is no other folder's", () => {
    const foreign = files.filter(({ text }) => /from "\..*[^.]\/queries\.generated\.ts"/.test(text));
    expect(foreign.map(({ file }) => file)).toEqual([]);
  });

  it("has its text in its file, but for those that a library writes", () => {
    const inCode = files.filter(({ text }) => /\.queryText\b/.test(text)).map(({ file }) => file);
    // Or that are made of the schema, for whatever tables there are.
    const ofSchema = join("database", "backup", "rows.ts");
    expect(inCode).toEqual([ofSchema, join("features", "identity", "accounts", "limits-store.ts")]);
  });

  it("written in the code has a name that no file has", () => {
    const inline = [...code.matchAll(/\{\s*name: "([a-z-]+)",\s*text:/g)].map((match) => match[1]);
    const names = [...statements.map(({ name }) => name), ...inline];
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});

describe("on the schema", () => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase();
    await database.transaction(async (connection) => {
      // Half a million rows that point at each other by how they are made: looking each up takes longer than all else.
      await connection.execute("SET LOCAL session_replication_role = replica");
      await connection.execute(crowdOf(500));
    });
    // Vacuumed too: what autovacuum has come to meanwhile must not decide whether an index alone will do.
    await database.execute("VACUUM ANALYZE");
  });
  afterAll(() => database.close());

  it.each(statements.map((statement) => [statement.name, statement] as const))(
    "%s is valid",
    async (_, statement) => {
      await planOf(database, statement);
    },
  );

  it.each(statements.map((statement) => [statement.name, statement] as const))(
    "%s reads by index",
    async (name, statement) => {
      const nodes = nodesOf(await planOf(database, statement));
      const scanned = nodes
        .filter((node) => node["Node Type"] === "Seq Scan")
        .map((node) => node["Relation Name"])
        // The catalog is small.
        .filter((table) => !String(table).startsWith("pg_"));
      const [table, why] = scans[name] ?? [];
      // An exception that is not needed any more goes from the list. Of a batch and of a catalog, either may be planned.
      if ((why !== batch && why !== catalog) || scanned.length > 0)
        expect(scanned.slice(0, 1)).toEqual(table === undefined ? [] : [table]);
      // An index on kind alone would do to avoid a sequential scan; the organization comes first.
      for (const node of nodes.filter(
        (candidate) =>
          candidate["Index Cond"] !== undefined && ofOrganizations.test(String(candidate["Index Name"])),
      )) {
        expect(node["Index Cond"]).toMatch(/organization_id.* [=>]/);
      }
    },
  );

  it("that is planned each time is not kept by the connection", async () => {
    const names = await database.transaction(async (connection) => {
      await connection.query(audit.listOrganizationsToSeal, { after: "", limit: 1 });
      await connection.query(identity.getAnyAccount, {});
      return connection.queryText<{ name: string }>(
        { name: "test-kept", text: "SELECT name FROM pg_prepared_statements" },
        [],
      );
    });
    const kept = names.map(({ name }) => name);
    expect(kept).toContain(identity.getAnyAccount.name);
    expect(kept).not.toContain(audit.listOrganizationsToSeal.name);
  });

  it.each(sorted)(
    "%s has an index in its order, so that a large organization need not sort",
    async (name) => {
      const statement = statements.find((candidate) => candidate.name === name) as Statement;
      const plan = await planOf(database, statement, "SET LOCAL enable_sort = off");
      const types = nodesOf(plan).map((node) => node["Node Type"]);
      expect(types).not.toContain("Sort");
      expect(types).not.toContain("Incremental Sort");
    },
  );
});

const batch = "is read in the background; how small its batch is, is not known when it is planned";

const catalog = "is for the doctor, by hand, and a catalog of PostgreSQL: an embedded one is read whole";

const hosted = "holds the connectors whose agents the service runs";

const plans = "holds a row for each plan with quotas";
const keysOfPushes = "holds a pair for each time that they were rotated";

const agents = "holds a row for each agent";

const afterRestore = "ends all of them after a restore, by the operator's hand";

const hourly = "counts hourly what each organization has";

/** What reads the whole of a table, which table that is, and why it may. */
const scans: Readonly<Record<string, readonly [table: string, why: string]>> = {
  "hosting/claim-hosted-connectors": ["hosted_connectors", hosted],
  "audit/claim-audit-forwarding": ["audit_forwarding", "holds one row"],
  "audit/leave-audit-forwarding": ["audit_forwarding", "holds one row"],
  "audit/list-chains-to-forward": ["audit_forwarded", batch],
  "status-page/claim-subscriber-messages": ["status_page_subscribers", batch],
  "audit/count-codes-by-key": ["audit_outbox", "is for the operator's commands about keys, by hand"],
  "heartbeats/get-up-since": ["heartbeat_watch", "holds one row"],
  "heartbeats/get-heartbeat-locked": ["heartbeat_watch", "holds one row"],
  "heartbeats/list-due-heartbeats": ["heartbeat_watch", "holds one row"],
  "heartbeats/watch-heartbeats": ["heartbeat_watch", "holds one row"],
  "accounts/authenticate-key": ["plan_quotas", plans],
  "accounts/authenticate-keys": ["plan_quotas", plans],
  "accounts/authenticate-session": ["plan_quotas", plans],
  "accounts/authenticate-sessions": ["plan_quotas", plans],
  "accounts/authenticate-token": ["plan_quotas", plans],
  "accounts/authenticate-tokens": ["plan_quotas", plans],
  "accounts/end-every-session": ["invitations", afterRestore],
  "accounts/revoke-every-key": ["api_keys", afterRestore],
  "scim/delete-every-token": ["scim_tokens", afterRestore],
  "rendering/list-losing-organizations": ["render_acknowledgements", agents],
  "hand-overs/list-on-call-organizations": [
    "announced_shifts",
    "looks once a minute at all that have a rota",
  ],
  "missing-data/list-organizations-without-reports": ["organizations", "looks at all of them once a minute"],
  "accounts/get-organization": ["plan_quotas", plans],
  "accounts/list-memberships": ["plan_quotas", plans],
  "accounts/list-organizations": ["plan_quotas", plans],
  "organizations/list-plan-quotas": ["plan_quotas", plans],
  "organizations/count-organization-states": ["organizations", "is for scrapes, twice a minute at most"],
  "organizations/list-organizations-of-plan": ["organizations", "is the operator's, by hand"],
  "organizations/put-organization-use": ["organizations", batch],
  "upkeep/crowded-deliveries": ["deliveries", hourly],
  "upkeep/crowded-drills": ["drills", hourly],
  "upkeep/crowded-events": ["events", hourly],
  "upkeep/fullest-alert-history": ["alert_history", hourly],
  "upkeep/fullest-deliveries": ["deliveries", hourly],
  "upkeep/fullest-drills": ["drills", hourly],
  "upkeep/fullest-events": ["events", hourly],
  "upkeep/fullest-gate-verdicts": ["gate_verdicts", hourly],
  "upkeep/fullest-sessions": ["sessions", hourly],
  "upkeep/fullest-slo-days": ["slo_history", hourly],
  "upkeep/trim-sessions": ["sessions", hourly],
  "heartbeats/renew-heartbeats": ["heartbeats", "is for the moment at which a clock was set back"],
  "alerts/count-alerts": ["alert_overflows", "is for scrapes, twice a minute at most"],
  "audit/count-refused-records": ["audit_refused", "counts what should be nothing"],
  "doctor/count-agents": ["render_acknowledgements", "is for scrapes, and holds a row for each agent"],
  "doctor/get-work-waiting": ["audit_outbox", "is for scrapes, and holds what waits for a moment"],
  "doctor/list-bloated-tables": ["pg_index", catalog],
  "doctor/list-extensions": ["pg_extension", catalog],
  "database/delete-installation-value": ["installation", "holds a handful of rows"],
  "ways/delete-unused-push-keys": ["push_keys", keysOfPushes],
  "ways/find-push-key": ["push_keys", keysOfPushes],
  "ways/get-address": ["push_keys", keysOfPushes],
  "ways/get-newest-push-key": ["push_keys", keysOfPushes],
  "ways/get-push-key": ["push_keys", keysOfPushes],
  "ways/list-sealed-push-keys": ["push_keys", keysOfPushes],
  "ways/replace-sealed-push-key": ["push_keys", keysOfPushes],
  "database/delete-node": ["nodes", "holds a row for each node that runs"],
  "upkeep/forget-keys": ["api_keys", "looks hourly for those that were revoked long ago"],
  "pages/forget-pages": ["pages", batch],
  "upkeep/forget-plans": ["plans", batch],
  "upkeep/forget-sessions": ["sessions", "looks hourly for those that have ended"],
  "upkeep/forget-oauth-clients": ["oauth_grants", "looks hourly for programs that nobody let in"],
  "upkeep/forget-oauth-grants": ["oauth_grants", "looks hourly for those that have ended"],
  "oauth/put-client": [
    "oauth_clients",
    "is for a registration, of which each address has few, and looks at some thousand",
  ],
  "deploy-gate/forget-gate-verdicts": ["organizations", "looks hourly at every organization"],
  "upkeep/forget-tokens": ["tokens", "looks hourly for those that were revoked long ago"],
  "alerts/forget-alerts": ["alerts", batch],
  "alerts/put-into-history": ["alerts", batch],
  "alerts/forget-history": ["rows", "looks hourly at one setting of every organization"],
  "alerts/forget-label-sets": ["alert_label_sets", batch],
  "alerts/forget-unkept-alerts": ["rows", "looks hourly at one setting of every organization"],
  "figures/forget-slo-history": ["organizations", "looks hourly at the oldest days of every organization"],
  "delivery/forget-deliveries": ["deliveries", batch],
  "events/forget-events": ["events", batch],
  "status-page/take-page-moves": ["page_moves", "is empty but for what moved within the last second"],
  "alerts/forget-silences": ["unheld_silences", "looks hourly for those whose connector is gone"],
  "accounts/forget-rate-use": ["rate_use", "holds the credentials of the last minute"],
  "sso/get-only-organization": ["organizations", "is left at its second row"],
  "accounts/get-any-account": ["organizations", "is left at its first row"],
  "database/get-installation-value": ["installation", "holds a handful of rows"],
  "delivery/list-deliveries": ["deliveries", "is the operator's own look at the queue"],
  "database/list-installation": ["installation", "holds a handful of rows"],
  "database/list-migrations": ["schema_migrations", "holds a row for each migration"],
  "database/list-running-nodes": ["nodes", "holds a row for each node that runs"],
  "status-page/list-nodes-of-page": ["nodes", "holds a row for each node that runs"],
  "status-page/put-page-seen": ["nodes", "holds a row for each node that runs"],
  "audit/list-overdue-chains": ["rows", "looks at one setting of every organization, once a day"],
  "rendering/list-absent-agents": [
    "render_acknowledgements",
    "holds a row for each engine, and is looked at once a minute",
  ],
  "delivery/list-sealed-deliveries": ["deliveries", "is for the rotation of secrets, by hand"],
  "database/sign-migration": ["schema_migrations", "holds a row for each migration"],
  "audit/sign-audit-heads": [
    "audit_heads",
    "holds one row per organization, and is for the first start after an upgrade",
  ],
  "audit/reconsider-records": ["audit_refused", "takes up all of what should be nothing, at a start"],
  "hosting/holders-of-hosted-connectors": ["hosted_connectors", hosted],
  "hosting/release-hosted-connectors": ["hosted_connectors", hosted],
  "hosting/renew-hosted-connectors": ["hosted_connectors", hosted],
  "database/replace-installation": ["installation", "holds a handful of rows"],
  "status-page/forget-component-days": [
    "component_statuses",
    "looks hourly for what is older than any page shows",
  ],
  "status-page/forget-former-page-names": ["former_page_names", "holds the few names that pages had of late"],
  "status-page/forget-pending-subscribers": [
    "status_page_subscribers",
    "looks hourly for those who never confirmed",
  ],
  "status-page/list-unsettled-pages": ["status_pages", "holds one row per organization that has a page"],
  "status-page/list-page-versions": [
    "status_pages",
    "holds one row per organization that has a page, and reads all",
  ],
};

const sorted = [
  "database/version-of-rows-in-order",
  "database/version-of-rows-newest-first",
  "database/list-rows-in-order",
  "database/list-rows-newest-first",
  "lists/page-rows-forwards",
  "lists/page-rows-backwards",
  "audit/list-audit-records",
  "audit/list-audit-records-of-row",
  "audit/list-audit-records-of-plan",
];

const ofOrganizations = /^(rows|row_references|audit_records)_/;

type Node = Readonly<Record<string, unknown>>;

/** The plan for any values, as a prepared statement has it after a few runs. */
async function planOf(database: Database, { name, text }: Statement, setting = "SELECT 1"): Promise<Node> {
  const count = Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map((match) => Number(match[1])));
  return database.transaction(async (database) => {
    await database.execute("SET LOCAL plan_cache_mode = force_generic_plan");
    await database.execute(setting);
    await database.execute(`PREPARE "plan of ${name}" AS ${text}`);
    const values = count === 0 ? "" : `(${Array(count).fill("NULL").join(", ")})`;
    const [found] = await database.queryText<{ "QUERY PLAN": { Plan: Node }[] }>(
      { name: `test-${name}`.slice(0, 63), text: `EXPLAIN (FORMAT JSON) EXECUTE "plan of ${name}"${values}` },
      [],
    );
    await database.execute(`DEALLOCATE "plan of ${name}"`);
    return found?.["QUERY PLAN"][0]?.Plan as Node;
  });
}

function nodesOf(plan: Node): Node[] {
  return [plan, ...((plan.Plans as Node[] | undefined) ?? []).flatMap(nodesOf)];
}
