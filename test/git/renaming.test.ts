/** Rows that people name anew, with a real git: their entries stay theirs, also where no set says which rows belong to the files. */
import { expect, test } from "vitest";
import { begin, diff, file, idOf, pushed, shown, startForFile, text } from "../support/git-pushing.ts";
import type { Tenant } from "../support/service.ts";

startForFile();

const slis = async (tenant: Tenant) => (await tenant.config("GET", "slis")).body.data;

test.each([
  ["push", true],
  ["push", false],
  ["both", true],
  ["both", false],
])(
  "a row with another name and other values keeps its entry: %s, with a set: %s",
  async (direction, hasSet) => {
    const { tenant, clone, sync } = await begin({ [file]: text }, direction, hasSet);
    const team = await idOf(tenant, "teams", "Payments");
    await tenant.config("PUT", `teams/${team}`, { body: { name: "Paying" } });
    const sli = await idOf(tenant, "slis", "latency");
    for (const body of [{ name: "slow" }, { name: "slowness", description: "Long" }])
      expect((await tenant.config("PUT", `slis/${sli}`, { body })).status).toBe(200);
    // What the files point at has another name as well.
    const source = await idOf(tenant, "data_sources", "Metrics");
    await tenant.config("PUT", `data_sources/${source}`, { body: { name: "Figures" } });
    expect(await sync()).toMatchObject({ status: "pushed", problem: null });
    shown(clone, file);
    expect(diff(clone)).toEqual([
      "-  - name: Payments   # the old name stays",
      "+  - name: Paying   # the old name stays",
      '-  - {name: Metrics, type: prometheus, url: "https://metrics.example.com"}',
      '+  - {name: Figures, type: prometheus, url: "https://metrics.example.com"}',
      "-  - name: latency   # of all",
      "+  - name: slowness   # of all",
      "-    data_source_id: {name: Metrics}",
      "+    data_source_id: {name: Figures}",
      "-    description: 'it''s slow'",
      "+    description: 'Long'",
    ]);
    clone.git("merge", "--quiet", "--ff-only", `origin/${pushed}`);
    clone.git("push", "--quiet", "origin", "HEAD:main");
    expect(await sync()).toMatchObject({ status: "synced", problem: null, pushed_commit: null });
    expect(await slis(tenant)).toMatchObject([{ id: sli, name: "slowness" }]);
  },
);

test.each([true, false])(
  "one that Git changed meanwhile is asked about, and stays one row, with a set: %s",
  async (hasSet) => {
    const { tenant, clone, sync } = await begin({ [file]: text }, "both", hasSet);
    const sli = await idOf(tenant, "slis", "latency");
    await tenant.config("PUT", `slis/${sli}`, { body: { name: "slow" } });
    clone.push({ [file]: text.replace("threshold_value: 1", "threshold_value: 2") });
    expect(await sync()).toMatchObject({ status: "proposed", problem: null });
    const [proposal] = (await tenant.api("GET", "proposals?status=open")).body.data;
    const { reason } = (await tenant.api("GET", `proposals/${proposal.id}`)).body;
    expect(reason).toContain("slis checkout/latency: is slis checkout/slow here, and was changed");
    const done = await tenant.api("POST", `proposals/${proposal.id}/apply`, { body: {} });
    expect(done.status, done.text).toBe(200);
    expect(await slis(tenant)).toMatchObject([{ id: sli, name: "latency", threshold_value: 2 }]);
    expect(await sync()).toMatchObject({ status: "synced", problem: null });
  },
);

test("one that others point at, which no file names, gets its name in the files, and a new one its place", async () => {
  const { tenant, clone, sync, name } = await begin({ [file]: text });
  const [sli, source] = [
    await idOf(tenant, "slis", "latency"),
    await idOf(tenant, "data_sources", "Metrics"),
  ];
  const [found] = await slis(tenant);
  const { threshold_query, threshold_op, threshold_value, kind } = found;
  const other = { threshold_query, threshold_op, threshold_value, kind, name: "other", service: "shop" };
  // A row of the set that no file has yet is pointed at as well.
  const fresh = { data_sources: [{ name: "Fresh", type: "prometheus", url: "https://fresh.example.com" }] };
  const plan = await tenant.api("POST", "plans", { body: { bundle: fresh, set: name } });
  expect((await tenant.api("POST", `plans/${plan.body.id}/apply`, { body: {} })).status).toBe(200);
  const data_source_id = await idOf(tenant, "data_sources", "Fresh");
  const made = await tenant.config("POST", "slis", { body: { ...other, data_source_id } });
  expect(made.status, made.text).toBe(201);
  const slo = { name: "slow", service: "checkout", sli_id: sli, target_percent: 99 };
  expect((await tenant.config("POST", "slos", { body: slo })).status).toBe(201);
  await tenant.config("PUT", `data_sources/${source}`, { body: { name: "Figures" } });
  await tenant.config("PUT", `slis/${sli}`, { body: { name: "slow" } });
  expect(await sync()).toMatchObject({ status: "pushed", problem: null });
  expect(shown(clone, file)).toContain("- name: slow   # of all");
  expect(shown(clone, file)).toContain("data_source_id: {name: Figures}");
  expect(shown(clone, file)).toContain("name: Fresh");
});

test.each([true, false])(
  "one that was pushed and merged, and has yet another name, asks nothing, with a set: %s",
  async (hasSet) => {
    const { tenant, clone, sync } = await begin({ [file]: text }, "both", hasSet);
    const sli = await idOf(tenant, "slis", "latency");
    const rename = (name: string) => tenant.config("PUT", `slis/${sli}`, { body: { name } });
    await rename("slow");
    expect(await sync()).toMatchObject({ status: "pushed" });
    shown(clone, file);
    clone.git("merge", "--quiet", "--squash", `origin/${pushed}`);
    clone.push({ "readme.md": "More" });
    await rename("slower");
    expect(await sync()).toMatchObject({ status: "pushed", problem: null });
    shown(clone, file);
    expect(diff(clone)).toEqual(["-  - name: slow   # of all", "+  - name: slower   # of all"]);
    expect(await slis(tenant)).toMatchObject([{ id: sli, name: "slower" }]);
  },
);

test.each([true, false])(
  "one that is only read gets its name back by the next commit, and stays one row, with a set: %s",
  async (hasSet) => {
    const { tenant, clone, sync } = await begin({ [file]: text }, "pull", hasSet);
    const sli = await idOf(tenant, "slis", "latency");
    const slo = { name: "slow", service: "checkout", sli_id: sli, target_percent: 99 };
    expect((await tenant.config("POST", "slos", { body: slo })).status).toBe(201);
    const source = await idOf(tenant, "data_sources", "Metrics");
    await tenant.config("PUT", `data_sources/${source}`, { body: { name: "Figures" } });
    await tenant.config("PUT", `slis/${sli}`, { body: { name: "slow" } });
    clone.push({ [file]: text.replace("threshold_value: 1", "threshold_value: 2") });
    expect(await sync()).toMatchObject({ status: "synced", problem: null });
    expect(await slis(tenant)).toMatchObject([
      { id: sli, name: "latency", threshold_value: 2, data_source_id: source },
    ]);
    expect((await tenant.config("GET", "data_sources")).body.data).toMatchObject([
      { id: source, name: "Metrics" },
    ]);
  },
);
