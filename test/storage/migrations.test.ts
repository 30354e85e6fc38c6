import { expect, it } from "vitest";
import { migrate, migrations } from "../../src/storage/migrate.ts";
import { type EmptyDatabase, makeEmptyDatabase } from "../support/empty-database.ts";

const names = migrations.map(({ name }) => name);

async function within(work: (empty: EmptyDatabase) => Promise<void>): Promise<void> {
  const empty = await makeEmptyDatabase();
  try {
    await work(empty);
  } finally {
    await empty.drop();
  }
}

it("runs each migration once", () =>
  within(async (empty) => {
    const database = await empty.open();
    expect(await migrate(database)).toEqual(names);
    expect(await migrate(database)).toEqual([]);
    const kept = await database.query<{ version: number; name: string }>(
      { name: "test-migrations", text: "SELECT version, name FROM schema_migrations ORDER BY version" },
      [],
    );
    expect(kept).toEqual(migrations.map(({ version, name }) => ({ version, name })));
  }));

it("lets programs that start at the same time take turns", () =>
  within(async (empty) => {
    const databases = await Promise.all([1, 2, 3, 4].map(() => empty.open()));
    const ran = await Promise.all(databases.map(migrate));
    expect(ran.flat()).toEqual(names);
  }));

it("refuses a schema newer than the program, and leaves it as it is", () =>
  within(async (empty) => {
    const database = await empty.open();
    await migrate(database);
    await database.execute("INSERT INTO schema_migrations (version, name) VALUES (9999, 'from-the-future')");
    await expect(migrate(database)).rejects.toThrow(/schema is version 9999 .* start a newer orgconfig/);
    await database.execute("DELETE FROM schema_migrations WHERE version = 9999");
    expect(await migrate(database)).toEqual([]);
  }));

it("leaves nothing of a migration that fails", () =>
  within(async (empty) => {
    const database = await empty.open();
    // The name of a table that the schema makes: the migration stops half way.
    await database.execute("CREATE TABLE audit_seals (id integer)");
    await expect(migrate(database)).rejects.toThrow(/audit_seals/);
    const [found] = await database.query<{ count: string }>(
      {
        name: "test-tables",
        text: "SELECT count(*) AS count FROM information_schema.tables WHERE table_schema = 'public'",
      },
      [],
    );
    expect(Number(found?.count)).toBe(1);
    await database.execute("DROP TABLE audit_seals");
    expect(await migrate(database)).toEqual(names);
  }));

it("numbers its files without a gap", () => {
  expect(migrations.map(({ version }) => version)).toEqual(migrations.map((_, index) => index + 1));
});
