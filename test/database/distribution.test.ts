/**
 * The tables can be spread over machines by organization (Citus and its like): what belongs to an
 * organization is keyed, kept unique and looked up by its organization first. docs/operating.md says how.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../src/database/database.ts";
import { openTestDatabase } from "../support/database.ts";
import { allStatements } from "../support/statements.ts";

/** Unique across the service, so they cannot begin with the organization; their tables stay on one node. */
const acrossOrganizations = {
  "api_keys(hash)": "a key names no organization: it is found by its hash alone",
  "former_page_names(name)": "a page is found by its name alone",
  "heartbeats(token_hash)": "the URL of a heartbeat names no organization: it is found by its hash alone",
  "invitations(hash)": "a link names no organization either",
  "page_tokens(hash)":
    "what acknowledges a page without a session names no organization: it is found by its hash alone",
  "rota_feeds(token_hash)": "the address of a calendar names no organization: it is found by its hash alone",
  "scim_tokens(hash)": "a token of a provider names no organization either",
  "service_names(kind, field, value)": "is what makes a name unique across the service",
  "sso_pending(hash)": "a sign-in under way is found by its hash alone",
  "sso_sign_ins(session_hash)": "belongs to a session, which names no organization",
  "status_pages(domain)": "a host name leads to one page",
};

/** What is spread: the tables that grow with what organizations hold and do. */
const spread = [
  "rows",
  "row_references",
  "discoveries",
  "deploy_overrides",
  "audit_records",
  "audit_outbox",
  "audit_refused",
  "audit_seals",
  "audit_heads",
  "audit_checkpoints",
  "plans",
  "plan_sets",
  "figures",
  "slo_history",
];

/** Queries over spread tables that ask no single organization, and why they may. */
const ofAll: Readonly<Record<string, string>> = {
  "audit/count-codes-by-key": "secrets check, which counts what every organization has waiting",
  "audit/count-refused-records": "the figure of the whole installation, for Prometheus",
  "figures/forget-figures": "the hourly look for what is too old",
  "figures/pack-slo-history":
    "the hourly step of what was reported into the history, of some organizations at once",
  "figures/forget-slo-history": "the hourly look for what is too old",
  "upkeep/fullest-slo-days": "the hourly look at who is nearest to the bound",
  "upkeep/forget-plans": "the hourly look for plans past their time",
  "git/claim-due-git-sync": "the look for the source that is due first, whoever has it",
  "git/wake-git-pushes":
    "the look for sources whose rows have moved; each is asked for within its organization",
  "alerts/forget-history": "the hourly look for history past its organization's days",
  "alerts/forget-label-sets": "the hourly look for labels past their organization's days",
  "alerts/forget-unkept-alerts": "the hourly look for alerts past their organization's days",
  "alerts/forget-silences": "the hourly look for silences whose connector is gone",
  "audit/list-chains-to-forward": "the syslog's look for work, whoever has it",
  "audit/list-audit-heads": "the log's look at every chain, and the command's",
  "alerts/list-lapsed-mutings": "the look for alerts whose mute has ended, whoever has them",
  "alerts/list-lapsed-routings": "the look for routings whose mute has ended, whoever has them",
  "audit/list-organizations-to-seal": "the sealer's look for work, whoever has it",
  "alerts/list-orphaned-alerts": "the hourly look for alerts whose connector is gone",
  "audit/list-overdue-chains": "retention's daily look at every chain",
  "doctor/get-work-waiting": "figures of the whole installation, for Prometheus and the doctor",
  "doctor/list-failing-engines": "the doctor's look at every engine",
  "hand-overs/list-on-call-organizations": "the look for hand-overs once a minute, by whichever node",
  "rotas/list-organizations-with-rotas": "the figure of the whole installation, for Prometheus",
  "rendering/list-absent-agents": "the look at every agent once a minute, by whichever node",
  "missing-data/list-organizations-without-reports":
    "the look for rows that nothing measures any more, whoever has them",
  "organizations/list-organization-sizes": "the operator's list of all organizations",
  "plans/list-sealed-plan-sets": "secrets rotate, which reads every set",
  "plans/list-sealed-plans": "secrets rotate, which reads every plan",
  "database/list-sealed-rows": "secrets rotate, which reads every row with a secret",
  "audit/next-audited-organization": "the verification of the whole log, from one organization to the next",
  "audit/sign-audit-heads": "the first start after an upgrade, which proves every chain's head anew",
};

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const read = <R>(name: string, text: string) => database.queryText<R>({ name, text }, []);

describe("a key", () => {
  it("begins with the organization where its table has one", async () => {
    const indexes = await read<{ index: string; first: string }>(
      "test-unique-indexes",
      `SELECT tables.relname || '(' || string_agg(columns.attname, ', ' ORDER BY place.ordinality) || ')' AS index,
        (array_agg(columns.attname ORDER BY place.ordinality))[1] AS first
      FROM pg_index
      JOIN pg_class AS tables ON tables.oid = indrelid
      CROSS JOIN unnest(indkey::int2[]) WITH ORDINALITY AS place (number)
      JOIN pg_attribute AS columns ON columns.attrelid = indrelid AND columns.attnum = place.number
      WHERE indisunique AND tables.relnamespace = 'public'::regnamespace AND EXISTS (
        SELECT FROM pg_attribute WHERE attrelid = indrelid AND attname = 'organization_id'
      )
      GROUP BY tables.relname, indexrelid`,
    );
    expect(indexes.length).toBeGreaterThan(15);
    const others = indexes.filter(({ first }) => first !== "organization_id").map(({ index }) => index);
    expect(others.sort()).toEqual(Object.keys(acrossOrganizations));
  });

  it("of a spread table begins with the organization, whether it is unique or not", async () => {
    const indexes = await read<{ name: string; table: string; definition: string }>(
      "test-indexes",
      "SELECT indexname AS name, tablename AS table, indexdef AS definition FROM pg_indexes WHERE schemaname = 'public'",
    );
    const own = indexes.filter(({ table }) => spread.includes(table));
    expect(new Set(own.map(({ table }) => table)).size).toBe(spread.length);
    // What is old is looked for on every machine, among its own.
    for (const { name, definition } of own.filter(({ name }) => name !== "figures_by_age"))
      expect([name, definition]).toEqual([name, expect.stringContaining("(organization_id")]);
  });

  it("that refers to a spread table carries the organization along", async () => {
    const references = await read<{ from: string; definition: string }>(
      "test-foreign-keys",
      `SELECT conrelid::regclass::text AS from, pg_get_constraintdef(oid) AS definition
      FROM pg_constraint WHERE contype = 'f' AND confrelid = 'rows'::regclass`,
    );
    expect(references).toHaveLength(9);
    for (const { definition } of references) expect(definition).toMatch(/^FOREIGN KEY \(organization_id, /);
  });
});

describe("a query over spread tables", () => {
  const over = new RegExp(`\\b(?:FROM|JOIN|UPDATE|INTO|USING)\\s+(?:${spread.join("|")})\\b`);
  const statements = allStatements.filter(({ text }) => over.test(text));

  it.each(statements.map(({ name, text }) => [name, text]))("%s names the organization", (name, text) => {
    // As a parameter, or as that of the credential that was found; or it inserts what carries it.
    const named =
      /organization_id = (?:\$\d+|(?:key|asked|credential)\.organization_id)|INSERT INTO [a-z_]+ \(organization_id/.test(
        text,
      );
    expect([name, named]).toEqual([name, !(name in ofAll)]);
  });

  it("of every organization is one that is named here", () => {
    const names = statements.map(({ name }) => name);
    expect(Object.keys(ofAll).filter((name) => !names.includes(name))).toEqual([]);
  });
});
