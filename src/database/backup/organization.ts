/**
 * One organization out of a database into another installation, with its people. What is the installation's own, and
 * what people have for themselves, such as sessions and access tokens, stays behind.
 */
import type { Connection } from "../database.ts";
import { codeOf } from "../failures.ts";
import { sql } from "../queries.generated.ts";
import { organizationTables, selectionOf, withoutDecisions } from "./organization-tables.ts";
import { passOver, storeRows } from "./restore.ts";
import { batchesOf, extentOf, type Selection, settle } from "./rows.ts";
import { sequencesOf, type Table } from "./schema.ts";
import type { Progress } from "./write.ts";

/** The installation has something that the organization cannot be next to; the message names it. */
export class Collision extends Error {}

export interface OrganizationCopy {
  readonly organizationId: string;
  /** Tables of the organization that whoever calls fills. */
  readonly without: readonly string[];
  /** In the place of the slug that it had. */
  readonly slug?: string | undefined;
  readonly progress: Progress;
}

export interface Copied {
  readonly rows: number;
  /** Accounts that are new in the installation. */
  readonly added: number;
  /** People who had an account in the installation, and keep that. */
  readonly joined: readonly string[];
}

interface CopiedOrganization extends Copied {
  /** Ids of people by whom they are in the installation, where that is another id. */
  readonly others: ReadonlyMap<string, string>;
}

/**
 * Copies it. Both are connections of transactions, on databases of the same schema.
 * @throws Collision
 */
export async function copyOrganization(
  source: Connection,
  target: Connection,
  { organizationId, without, slug, progress }: OrganizationCopy,
): Promise<CopiedOrganization> {
  await settle(source);
  await settle(target);
  await needFree(source, target, organizationId, slug);
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
        lines.map((line) => withAccounts(withoutDecisions(line, table, slug), table, accounts.others)),
      );
      done += lines.length;
      progress(table.name, done, all);
    }
  for (const [name, last] of Object.entries(await sequencesOf(source))) await passOver(target, name, last);
  const { fresh, joined, others } = accounts;
  return { rows: done, added: fresh.length, joined, others };
}

/** By id or slug. */
export function organizationsNamed(connection: Connection, name: string) {
  return connection.query(sql.listOrganizationsNamed, { name });
}

/** @throws Collision */
async function needFree(
  source: Connection,
  target: Connection,
  organizationId: string,
  slug: string | undefined,
): Promise<void> {
  const [own] = await organizationsNamed(source, organizationId);
  for (const name of [organizationId, slug ?? own?.slug ?? ""]) {
    const [found] = await organizationsNamed(target, name);
    if (found === undefined) continue;
    throw new Collision(
      found.id === organizationId
        ? `the installation has the organization ${found.id} (${found.slug}) already`
        : `the installation has another organization with the slug ${found.slug} (${found.id}): give this one another with --as`,
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

/** Columns that have a person's id; `owner` of an address of a calendar has one, or is empty. */
const ofPerson = /(^|_)user_id$|^owner$/;

/** The line with the ids that people have in the installation. */
function withAccounts(line: string, { columns }: Table, others: ReadonlyMap<string, string>): string {
  const places =
    others.size === 0 ? [] : columns.flatMap(({ name }, at) => (ofPerson.test(name) ? [at] : []));
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
      `the installation has a row of ${table.name} that the organization has too: ${detail.replace(/\.$/, "")}`,
    );
  });
}
