/**
 * One organization out of a database into another installation, with its people. What is the installation's own, and
 * what people have for themselves, such as sessions and access tokens, stays behind.
 */
import type { Connection } from "../database.ts";
import { codeOf } from "../failures.ts";
import { sql } from "../queries.generated.ts";
import { passOver, storeRows } from "./restore.ts";
import { batchesOf, extentOf, type Selection, settle } from "./rows.ts";
import { referencesOf, sequencesOf, type Table, tablesOf } from "./schema.ts";
import type { Progress } from "./write.ts";

/** The installation has something that the organization cannot be next to; the message names it. */
export class Collision extends Error {}

/** Of a person whose account is new in the installation, these come too: without them a password alone would do. */
const withNewPeople = ["second_factors", "recovery_codes"];

const organizations = "organizations";
const people = "users";
const owner = "organization_id";

export interface OrganizationCopy {
  readonly organizationId: string;
  /** Tables of the organization that whoever calls fills. */
  readonly without: readonly string[];
  readonly progress: Progress;
}

export interface Copied {
  readonly rows: number;
  /** Accounts that are new in the installation. */
  readonly added: number;
  /** People who had an account in the installation, and keep that. */
  readonly joined: readonly string[];
}

/**
 * Copies it. Both are connections of transactions, on databases of the same schema.
 * @throws Collision
 */
export async function copyOrganization(
  source: Connection,
  target: Connection,
  { organizationId, without, progress }: OrganizationCopy,
): Promise<Copied> {
  await settle(source);
  await settle(target);
  await needFree(source, target, organizationId);
  const accounts = await accountsIn(source, target, organizationId);
  const plan: { table: Table; selection: Selection; rows: number; sized: readonly boolean[] }[] = [];
  for (const table of await organizationTables(source)) {
    if (without.includes(table.name)) continue;
    const selection = selectionOf(table, organizationId, accounts.fresh);
    plan.push({ table, selection, ...(await extentOf(source, table, selection)) });
  }
  const all = plan.reduce((sum, { rows }) => sum + rows, 0);
  let done = 0;
  for (const { table, selection, sized } of plan)
    for await (const lines of batchesOf(source, table, { rows: all, sized }, selection)) {
      await stored(
        target,
        table,
        lines.map((line) => withAccounts(line, table, accounts.others)),
      );
      done += lines.length;
      progress(table.name, done, all);
    }
  for (const [name, last] of Object.entries(await sequencesOf(source))) await passOver(target, name, last);
  return { rows: done, added: accounts.fresh.length, joined: accounts.joined };
}

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
    if (!own && ![organizations, people, ...withNewPeople].includes(name)) continue;
    if (references.every(([from, to]) => from !== name || taken.has(to))) taken.add(name);
  }
  return tables.filter(({ name }) => taken.has(name));
}

function selectionOf({ name }: Table, organizationId: string, fresh: readonly string[]): Selection {
  const newPeople = [JSON.stringify(fresh)];
  const isNew = "= ANY (ARRAY(SELECT jsonb_array_elements_text($1::jsonb)))";
  if (name === organizations) return { where: "id = $1", values: [organizationId] };
  if (name === people) return { where: `id ${isNew}`, values: newPeople };
  if (withNewPeople.includes(name)) return { where: `user_id ${isNew}`, values: newPeople };
  return { where: `${owner} = $1`, values: [organizationId] };
}

/** By id or slug. */
export function organizationsNamed(connection: Connection, name: string) {
  return connection.query(sql.listOrganizationsNamed, { name });
}

/** @throws Collision */
async function needFree(source: Connection, target: Connection, organizationId: string): Promise<void> {
  const [own] = await organizationsNamed(source, organizationId);
  for (const name of [organizationId, own?.slug ?? ""]) {
    const [found] = await organizationsNamed(target, name);
    if (found === undefined) continue;
    throw new Collision(
      found.id === organizationId
        ? `the installation has the organization ${found.id} (${found.slug}) already`
        : `the installation has another organization with the slug ${found.slug} (${found.id})`,
    );
  }
}

interface Accounts {
  /** Ids of people who have no account in the installation. */
  readonly fresh: readonly string[];
  /** Ids of people by whom they are in the installation, where that is another id. */
  readonly others: ReadonlyMap<string, string>;
  /** The addresses of those who have one. */
  readonly joined: readonly string[];
}

/**
 * A person keeps the account that the installation has for the address, if it was proved that the address is theirs: whoever
 * made an account for somebody else's address gets into no organization by it.
 */
async function accountsIn(source: Connection, target: Connection, organizationId: string): Promise<Accounts> {
  const members = await source.query(sql.listPeopleOf, { organizationId });
  const there = await target.query(sql.listAccountsLike, {
    ids: members.map(({ id }) => id),
    emails: members.map(({ email_folded }) => email_folded),
  });
  const others = new Map<string, string>();
  const fresh: string[] = [];
  const joined: string[] = [];
  for (const { id, email, email_folded } of members) {
    const same = there.find((account) => account.id === id);
    const account = same ?? there.find((one) => one.email_folded === email_folded);
    if (account === undefined) fresh.push(id);
    else joined.push(email);
    if (account === undefined || account === same) continue;
    if (!account.proved)
      throw new Collision(
        `${email} has an account in the installation, and nobody proved that the address is theirs: send the person a link first (orgconfig members reset ${email}), or remove the account from its organization`,
      );
    others.set(id, account.id);
  }
  return { fresh, others, joined };
}

/** The line with the ids that people have in the installation. */
function withAccounts(line: string, { columns }: Table, others: ReadonlyMap<string, string>): string {
  const places =
    others.size === 0 ? [] : columns.flatMap(({ name }, at) => (/(^|_)user_id$/.test(name) ? [at] : []));
  if (places.length === 0) return line;
  const values: (string | null)[] = JSON.parse(line);
  for (const at of places) values[at] = others.get(values[at] ?? "") ?? values[at] ?? null;
  return JSON.stringify(values);
}

const uniqueViolation = "23505";

async function stored(target: Connection, table: Table, lines: readonly string[]): Promise<void> {
  await storeRows(target, table, lines).catch((error: Error) => {
    const { detail = "" } = (error.cause ?? {}) as { detail?: string };
    if (codeOf(error.cause) !== uniqueViolation) throw error;
    throw new Collision(
      `the installation has a row of ${table.name} that the organization has too: ${detail}`,
    );
  });
}
