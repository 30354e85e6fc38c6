/** What an upgrade makes of moments that were stored with the offset that they were written with. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { releaseOf, releases, type Upgraded, upgraded } from "../support/release.ts";

describe.each(releases)("the database of %s", (version) => {
  const release = releaseOf(version);
  const { id: organization } = release.organization;
  const [policy] = release.rows.deploy_policies?.data ?? [];
  const correction = "corr_01k0zq4v3nexbsk2m6rh8t5y7w";
  const body = { reason: "Move of the data centre", starts_at: "2036-03-01T11:30:00.50+02:00" };
  const whole = { ...body, ends_at: "2036-03-02T11:30:00+02:00", service: "checkout" };
  let upgrade: Upgraded;
  beforeAll(async () => {
    upgrade = await upgraded(release, (database) =>
      database.execute(
        `INSERT INTO rows (organization_id, kind, id, natural_key, sort_key, configuration, secrets, state, revision,
          created_at, updated_at)
        SELECT '${organization}', 'slo_corrections', '${correction}', key, key, '${JSON.stringify(whole)}', '{}', '{}',
          nextval('row_revision'), now(), now()
        FROM (SELECT '${body.reason}' || E'\\x01\\x01' || '${body.starts_at}') AS made (key);
        UPDATE rows SET configuration = configuration || '{"freeze_until": "2036-03-01t04:30:00-05:00"}'
        WHERE id = '${policy?.id}'`,
      ),
    );
  });
  afterAll(() => upgrade.close());

  it("answers them in UTC", async () => {
    const { body } = await upgrade.send("GET", `config/slo_corrections/${correction}`);
    expect(body).toMatchObject({ starts_at: "2036-03-01T09:30:00.50Z", ends_at: "2036-03-02T09:30:00Z" });
    const other = await upgrade.send("GET", `config/deploy_policies/${policy?.id}`);
    expect(other.body.freeze_until).toBe("2036-03-01T09:30:00Z");
  });

  it("finds a row by its key, however the moment in it is written", async () => {
    for (const starts_at of [body.starts_at, "2036-03-01T10:30:00.50+01:00", "2036-03-01T09:30:00.50Z"]) {
      const taken = await upgrade.send("POST", "config/slo_corrections", { ...whole, starts_at });
      expect([taken.status, taken.body.current?.id], JSON.stringify(taken.body)).toEqual([409, correction]);
    }
  });
});
