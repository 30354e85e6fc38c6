/**
 * What the service writes to a repository that has nothing yet, as a person would lay it out; and a law over files of
 * people: whatever is changed here by any door, a file differs only where it must.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { begin, commits, file, git, pushed, shown, startForFile, text } from "../support/git-pushing.ts";

startForFile();

test("a folder that is not there gets the rows of the set: a file for each service, and for each kind of the others", async () => {
  const { tenant, clone, id, name, sync } = await begin();
  expect((await tenant.config("PUT", `git_sources/${id}`, { body: { path: "new" } })).status).toBe(200);
  expect(await sync()).toMatchObject({ status: "pushed", problem: null });
  expect(shown(clone, "new/teams.yaml")).toBe("teams:\n  - name: Checkout\n  - name: Payments");
  expect(shown(clone, "new/services/checkout.yaml")).toContain("    data_source_id:\n      name: Metrics\n");
  expect(shown(clone, file)).toBe(text.trimEnd());
  expect(commits(clone).map((line) => line.split("|")[0])).toEqual(["Rows as they are"]);
  // Rows that come later go where a person would look for them.
  const plan = await tenant.api("POST", "plans", {
    body: {
      ...{ set: name, prune: "none" },
      bundle: {
        slos: ["checkout", "cart"].map((service) => ({
          ...{ name: `${service} is fast`, target_percent: 99.9, service },
          sli_id: { service, name: "latency" },
        })),
        slis: [
          {
            ...{ name: "latency", service: "cart", kind: "threshold", data_source_id: { name: "Metrics" } },
            ...{ threshold_query: "up", threshold_op: "lt", threshold_value: 1 },
          },
        ],
      },
    },
  });
  expect(plan.status, plan.text).toBe(201);
  const done = await tenant.api("POST", `plans/${plan.body.id}/apply`, { body: {} });
  expect(done.status, done.text).toBe(200);
  expect(await sync()).toMatchObject({ status: "pushed", problem: null });
  expect(shown(clone, "new/services/checkout.yaml")).toContain("slos:\n  - name: checkout is fast");
  expect(shown(clone, "new/services/cart.yaml")).toContain("  - name: latency");
  expect(shown(clone, "new/services/cart.yaml")).toContain("  - name: cart is fast");
  // Without a set nothing says which rows are meant.
  await tenant.config("PUT", `git_sources/${id}`, { body: { path: "other", set: null } });
  const unset = await sync();
  expect(unset).toMatchObject({ status: "failed" });
  expect(unset.problem.message).toContain("give the source a set");
});

test("a repository without any commit begins: what is exported waits on the branch of the service", async () => {
  const { tenant, name } = await begin();
  const clone = git.repository(`empty-${name}`);
  const made = await tenant.config("POST", "git_sources", {
    body: { name: "new", url: git.url(`empty-${name}`), set: name, direction: "both", poll_seconds: 0 },
  });
  const sync = async () => (await tenant.api("POST", `git_sources/${made.body.id}/sync`, { body: {} })).body;
  const first = await sync();
  expect(first).toMatchObject({ status: "pushed", problem: null });
  expect(shown(clone, "teams.yaml")).toBe("teams:\n  - name: Checkout\n  - name: Payments");
  expect(clone.git("ls-tree", "-r", "origin/main")).toBe("");
  expect(commits(clone)).toHaveLength(1);
  expect(await sync()).toEqual(first);
  clone.git("checkout", "--quiet", "-B", "main", `origin/${pushed}`);
  clone.git("push", "--quiet", "origin", "HEAD:main");
  expect(await sync()).toMatchObject({ status: "synced", problem: null });
  // One that has branches has no new one made by the service.
  await tenant.config("PUT", `git_sources/${made.body.id}`, { body: { branch: "gone" } });
  expect((await sync()).problem.message).toContain("no branch gone");
});

/** How a person may have written a text, with quotes or without. */
const quotes = fc.constantFrom(
  (text: string) => text,
  JSON.stringify,
  (text: string) => `'${text}'`,
);
const entry = fc.record({ quotes, isFlow: fc.boolean(), isReversed: fc.boolean(), comment: fc.boolean() });
const door = fc.constantFrom("put", "plan", "delete", "add");
/** More by the variable; each takes seconds. */
const numRuns = Number(process.env.GIT_PUSH_RUNS ?? 2);

test("whatever is changed by any door, the file differs only where it must, and planned again it changes nothing", async () => {
  const drawn = fc.record({
    entries: fc.array(entry, { minLength: 4, maxLength: 5 }),
    isCrlf: fc.boolean(),
    acts: fc.uniqueArray(fc.tuple(door, fc.nat(3)), {
      ...{ minLength: 1, maxLength: 4, selector: ([, index]) => index },
    }),
  });
  await fc.assert(
    fc.asyncProperty(drawn, async ({ entries, isCrlf, acts }) => {
      /** Each line of a row says at its end which row it is of. */
      const rows = entries.map(({ quotes, isFlow, isReversed, comment }, at) => {
        const fields = [
          `name: ${quotes(`Source ${at}`)}`,
          "type: prometheus",
          `url: ${quotes(`https://s${at}.example.com`)}`,
        ];
        const said = isReversed ? fields.toReversed() : fields;
        const lines = isFlow
          ? [`- {${said.join(", ")}} # r${at}`]
          : said.map((one, line) => `${line === 0 ? "-" : " "} ${one} # r${at}`);
        return [...(comment ? [`# Above. # r${at}`] : []), ...lines].map((line) => `  ${line}`).join("\n");
      });
      const all = `# All.\ndata_sources:\n${rows.join("\n\n")}\n# Below.\nx-notes: &n [1, 2]\nx-more: *n\n`;
      const text = isCrlf ? all.replaceAll("\n", "\r\n") : all;
      const { tenant, clone, name, sync } = await begin({ [file]: text });
      const { data } = (await tenant.config("GET", "data_sources")).body;
      const idOf = (at: number) => data.find((row: { name: string }) => row.name === `Source ${at}`).id;
      for (const [by, at] of acts) {
        const url = `https://new-${at}.example.com`;
        const edits = [{ op: "save", resource: "data_sources", id: idOf(at), fields: { url } }];
        const bundle = { data_sources: [{ name: `New ${at}`, type: "prometheus", url }] };
        const asked = by === "plan" ? { edits } : { bundle, set: name, prune: "none" };
        if (by === "put") await tenant.config("PUT", `data_sources/${idOf(at)}`, { body: { url } });
        else if (by === "delete") await tenant.config("DELETE", `data_sources/${idOf(at)}`);
        else {
          const plan = await tenant.api("POST", "plans", { body: asked });
          const done = await tenant.api("POST", `plans/${plan.body.id}/apply`, { body: {} });
          expect(done.status, plan.text + done.text).toBe(200);
        }
      }
      expect(await sync()).toMatchObject({ status: "pushed", problem: null });
      const now = `${shown(clone, file)}${isCrlf ? "\r\n" : "\n"}`;
      const touched = acts.flatMap(([by, at]) => (by === "add" ? [] : [`# r${at}`]));
      const isOld = (line: string) => /# r\d/.test(line) || /^[^ \r]/.test(line);
      const kept = (from: string) =>
        from.split("\n").filter((line) => isOld(line) && !touched.some((mark) => line.includes(mark)));
      expect(kept(now)).toEqual(kept(text));
      for (const [by, at] of acts) expect(now.includes(`# r${at}`), now).toBe(by !== "delete");
      clone.git("merge", "--quiet", "--ff-only", `origin/${pushed}`);
      clone.git("push", "--quiet", "origin", "HEAD:main");
      expect(await sync()).toMatchObject({ status: "synced", problem: null, pushed_commit: null });
    }),
    { numRuns, endOnFailure: true },
  );
});
