/** What an upgrade makes of figures from before each had an age of its own. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { releaseOf, releases, type Upgraded, upgraded } from "../support/release.ts";

describe.each(releases)("the database of %s", (version) => {
  const release = releaseOf(version);
  const measured = (release.rows.slos?.data ?? []).filter(({ last_evaluated_at: at }) => at !== null);
  const [dated, undated, aged] = measured;
  const unseen = (release.rows.synthetic_checks?.data ?? []).filter(({ last_checked_at: at }) => at === null);
  let upgrade: Upgraded;
  beforeAll(async () => {
    upgrade = await upgraded(release, (database) =>
      database.execute(
        `UPDATE rows SET state = state - 'last_evaluated_at' WHERE id = '${undated?.id}';
        UPDATE rows SET state = state || '{"measured_at": {"burn_rate": "2026-01-02T05:04:05.5+02:00", "last_evaluated_at": "2026-01-02T05:04:05.5+02:00"}}'
        WHERE id = '${aged?.id}';
        UPDATE rows SET state = state || '{"secret_addresses": {}}' WHERE id = '${unseen[0]?.id}'`,
      ),
    );
  });
  afterAll(() => upgrade.close());

  it("dates them by their row, and those that never had a time by the upgrade", async () => {
    const read = async (id: string) => (await upgrade.send("GET", `config/slos/${id}`)).body;
    const { last_evaluated_at: at, sli_percent } = dated ?? {};
    const one = await read(dated?.id);
    expect(one).toMatchObject({ sli_percent, last_evaluated_at: at, status: "unknown", status_since: at });
    expect(one.measured_at).toMatchObject({ sli_percent: at, burn_rate: at, status: at });
    expect(one.measured_at).not.toHaveProperty("last_evaluated_at");
    const other = await read(undated?.id);
    expect(other).toMatchObject({ sli_percent: undated?.sli_percent, status: undated?.status });
    expect(other.measured_at.sli_percent).toBe(other.last_evaluated_at);
    expect(Date.parse(other.last_evaluated_at)).toBeGreaterThan(Date.parse(at));
  });

  it("keeps the ages that figures have already, and writes them as all others", async () => {
    const { body } = await upgrade.send("GET", `config/slos/${aged?.id}`);
    expect(body.measured_at).toMatchObject({
      sli_percent: aged?.last_evaluated_at,
      burn_rate: "2026-01-02T03:04:05.500Z",
    });
    expect(body.measured_at).not.toHaveProperty("last_evaluated_at");
  });

  it("dates nothing that was never reported", async () => {
    const { body } = await upgrade.send("GET", `config/synthetic_checks/${unseen[0]?.id}`);
    expect(body).toMatchObject({
      status: "unknown",
      status_since: null,
      last_checked_at: null,
      measured_at: {},
    });
  });
});
