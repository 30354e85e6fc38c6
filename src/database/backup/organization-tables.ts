/** Which rows of which tables are an organization's, and what of them stays where it was. */
import type { Connection } from "../database.ts";
import type { Selection } from "./rows.ts";
import { referencesOf, type Table, tablesOf } from "./schema.ts";

/** Of a person whose account is new in the installation, these come too: without them a password alone would do. */
const ofPeople = ["second_factors", "recovery_codes"];

/** What the rows of an organization cannot be read without: how they were made, and the sealed keys of audit chains. */
const ofInstallation = ["schema_migrations", "installation"];

const organizations = "organizations";
const people = "users";
const owner = "organization_id";

/**
 * The tables that hold an organization's things, and its people, by their columns. One that refers to a table which stays
 * behind stays too.
 */
export async function organizationTables(connection: Connection): Promise<readonly Table[]> {
  const tables = await tablesOf(connection);
  const references = await referencesOf(connection);
  const taken = new Set<string>();
  for (const { name, columns } of tables) {
    const own = columns.some((column) => column.name === owner);
    if (!own && ![organizations, people, ...ofPeople].includes(name)) continue;
    if (references.every(([from, to]) => from !== name || taken.has(to))) taken.add(name);
  }
  return tables.filter(({ name }) => taken.has(name));
}

/** The rows of one of these tables. @param userIds people who come along */
export function selectionOf({ name }: Table, organizationId: string, userIds: readonly string[]): Selection {
  const chosen = [JSON.stringify(userIds)];
  const isChosen = "= ANY (ARRAY(SELECT jsonb_array_elements_text($1::jsonb)))";
  if (name === organizations) return { where: "id = $1", values: [organizationId] };
  if (name === people) return { where: `id ${isChosen}`, values: chosen };
  if (ofPeople.includes(name)) return { where: `user_id ${isChosen}`, values: chosen };
  return { where: `${owner} = $1`, values: [organizationId] };
}

/** What a backup of one organization has of every table: of most of the installation's own, nothing. */
export async function organizationSelections(
  connection: Connection,
  organizationId: string,
  userIds: readonly string[],
): Promise<(table: Table) => Selection> {
  const own = new Set((await organizationTables(connection)).map(({ name }) => name));
  return (table) => {
    if (ofInstallation.includes(table.name)) return { where: "true", values: [] };
    return own.has(table.name) ? selectionOf(table, organizationId, userIds) : { where: "false", values: [] };
  };
}

type Replaced = Readonly<Record<string, string | null>>;

/** What the operator of one installation decided about an organization, which is no matter of another one. */
const decided: Replaced = {
  suspended_at: null,
  suspended_by: null,
  suspension_reason: null,
  delete_at: null,
  deletion_asked_at: null,
  deletion_asked_by: null,
  deletion_reason: null,
  exported_at: null,
  quotas: "{}",
};

/** The line of an organization as it arrives elsewhere: neither suspended nor about to be deleted, without quotas of its own. @param slug another one than it had */
export function withoutDecisions(line: string, table: Table, slug?: string): string {
  if (table.name !== organizations) return line;
  return replaced(line, table, slug === undefined ? decided : { ...decided, slug });
}

/**
 * The line as it leaves by HTTP: without the digest of a person's password too, which is good in other organizations, and
 * which whoever holds the operator's token could try passwords on.
 */
export function asExported(line: string, table: Table): string {
  return table.name === people
    ? replaced(line, table, { password_hash: null })
    : withoutDecisions(line, table);
}

function replaced(line: string, { columns }: Table, values: Replaced): string {
  const all: (string | null)[] = JSON.parse(line);
  for (const [at, { name }] of columns.entries())
    if (Object.hasOwn(values, name)) all[at] = values[name] ?? null;
  return JSON.stringify(all);
}
