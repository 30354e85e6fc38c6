/** What engines are given, in the console: at a connector, at rows that they do not take, and on the overview. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Console, edit, patient, startConsole, typeInto } from "./browser.ts";
import { act, as } from "./people.ts";

let console_: Console;
let home: string;
let settings: string;
beforeAll(async () => {
  console_ = await startConsole();
  home = `/o/${console_.organization.slug}`;
  settings = `${home}/settings`;
}, 600_000);
afterAll(() => console_?.close());

const engineName = "Prometheus in Frankfurt";
const refusal = `Prometheus (connector ${engineName}) does not take this`;

async function rendered() {
  const { data } = await act(console_, "list_renders", {});
  return (data as { connector_id: string; digest: string }[])[0] as { connector_id: string; digest: string };
}

/** As the engine's agent does. */
async function acknowledge(body: object) {
  const { connector_id, digest } = await rendered();
  const said = { connector_id, digest, ok: true, message: null, version: "2.53.1" };
  await act(console_, "acknowledge_render", { ...said, ...body });
}

describe("a connector's page", () => {
  it("makes an admin a key for the engine's agent, bound to the connector, by one click", () =>
    as(console_, "org_admin", async ({ page, open }) => {
      await open(`${settings}/connectors/${console_.seeded.engineId}`);
      const button = page.getByRole("button", { name: "New agent key" });
      await button.focus();
      await page.keyboard.press("Enter");
      const key = await page.getByTestId("one-time-secret").textContent();
      const ask = (path: string) =>
        fetch(`${console_.origin}/api/v1/${path}`, { headers: { authorization: `Bearer ${key}` } });
      expect((await ask(`render/${console_.seeded.engineId}`)).status).toBe(200);
      expect((await ask("config/teams")).status).toBe(403);
    }));

  it("says whether its engine runs what is rendered, and why not", () =>
    as(console_, "viewer", async ({ page, open }) => {
      await open(`${settings}/connectors/${console_.seeded.engineId}`);
      const engine = page.getByRole("region", { name: "Engine" });
      await engine.getByText("Does not run it").waitFor();
      await engine.getByText("The answer was no").waitFor();
      await engine.getByText("5a5a5a5a5a5a").waitFor();

      await acknowledge({});
      await open(`${settings}/connectors/${console_.seeded.engineId}`);
      await engine.getByText("Runs this configuration").waitFor();
      const { digest } = await rendered();
      expect(await engine.getByText(digest.slice(0, 12)).count()).toBe(2);
      await engine.getByText("2.53.1").waitFor();
    }));

  it("lists several agents, each with what it said", () =>
    as(console_, "viewer", async ({ page, open }) => {
      await acknowledge({ instance: "prom-1" });
      await acknowledge({ instance: "prom-2", ok: false, message: "its disk is full" });
      await open(`${settings}/connectors/${console_.seeded.engineId}`);
      const agents = page.getByRole("region", { name: "Engine" }).getByRole("list", { name: "Agents" });
      const item = (name: string) => agents.getByRole("listitem").filter({ hasText: name });
      await item("prom-1").getByText("Runs this configuration").waitFor();
      await item("prom-2").getByText("Does not run it").waitFor();
      await item("prom-2").getByText("its disk is full").waitFor();
      // They make room for the agent of the other tests.
      for (const instance of ["prom-1", "prom-2"]) await acknowledge({ instance, leaving: true });
      await acknowledge({});
      await open(`${settings}/connectors/${console_.seeded.engineId}`);
      await page.getByRole("region", { name: "Engine" }).getByText("Runs this configuration").waitFor();
      expect(await agents.count()).toBe(0);
    }));

  it("shows the files, to read and to copy", () =>
    as(console_, "viewer", async ({ context, page, open }) => {
      await context.grantPermissions(["clipboard-read", "clipboard-write"]);
      await open(`${settings}/connectors/${console_.seeded.engineId}`);
      await page.getByRole("button", { name: "slos.rules.yml" }).focus();
      await page.keyboard.press("Enter");
      const drawer = page.getByRole("dialog", { name: "slos.rules.yml" });
      const code = drawer.getByRole("region", { name: "slos.rules.yml" });
      await expect.poll(() => code.textContent(), patient).toContain(console_.seeded.sloId);
      await drawer.getByRole("button", { name: "Copy the file" }).focus();
      await page.keyboard.press("Enter");
      await drawer.getByRole("button", { name: "Copied" }).waitFor();
      expect(await page.evaluate("navigator.clipboard.readText()")).toBe(await code.textContent());
      await page.keyboard.press("Escape");
      await drawer.waitFor({ state: "hidden" });
    }));

  it.each([
    [
      { name: "Bob's exporter", connector_type: "blackbox_exporter" },
      "orgconfig agent --connector 'Bob'\\''s exporter' --directory /var/lib/orgconfig-agent",
    ],
    [
      { name: "Ruler", connector_type: "mimir" },
      "It takes rules over its API, so no agent runs next to it: choose",
    ],
    [
      { name: "Own ruler", connector_type: "mimir", metadata: { run_in: "service" } },
      "This service brings it to the engine",
    ],
  ])("says what brings it to the engine: %o", async (connector, said) => {
    // Switched off, so that what the other tests see stays as it is.
    const body = { type: "observability", enabled: false, ...connector };
    const { id } = await act(console_, "create_connector", body);
    await as(console_, "viewer", async ({ page, open }) => {
      await open(`${settings}/connectors/${id}`);
      const engine = page.getByRole("region", { name: "Engine" });
      await expect.poll(() => engine.textContent(), patient).toContain(said);
    });
    await act(console_, "delete_connector", { id, confirm: true });
  });

  it("of a system that nothing is rendered for says nothing of an engine", async () => {
    const body = { name: "AWS staging", type: "cloud", connector_type: "aws" };
    const { id } = await act(console_, "create_connector", body);
    await as(console_, "org_admin", async ({ page, open }) => {
      await open(`${settings}/connectors/${id}`);
      await page.getByRole("heading", { name: "State" }).waitFor();
      expect(await page.getByRole("region", { name: "Engine" }).count()).toBe(0);
    });
  });
});

describe("a row that an engine does not take", () => {
  it("says so at its page until it is fixed there, and at the engine's", () =>
    as(console_, "org_admin", async ({ page, open }) => {
      await open(`${settings}/connectors/${console_.seeded.engineId}`);
      const engine = page.getByRole("region", { name: "Engine" });
      await engine.getByRole("heading", { name: "Not taken · 2" }).waitFor();
      await engine.getByRole("link", { name: "Answers in time" }).focus();
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "Answers in time", level: 1 }).waitFor();
      const notice = page.getByRole("region", { name: refusal });
      expect(await notice.textContent()).toMatch(
        /^Prometheus \(connector Prometheus in Frankfurt\) does not take thisGood query: /,
      );

      await edit(page);
      await typeInto(
        page.getByRole("textbox", { name: "Good query" }),
        "sum(rate(search_answers_total[5m]))",
      );
      await page.getByRole("button", { name: "Save" }).focus();
      await page.keyboard.press("Enter");
      await notice.waitFor({ state: "hidden" });
      await open(`${settings}/connectors/${console_.seeded.engineId}`);
      await engine.waitFor();
      expect(await engine.getByText("Not taken").count()).toBe(0);
    }));

  it("is named by its key where a plan would make it, and the engine by its name", async () => {
    const key = { name: "Slow", service: "search" };
    const bundle = {
      slis: [
        {
          ...key,
          kind: "ratio",
          data_source_id: { name: "Production Prometheus" },
          good_query: "sum(",
          total_query: "sum(x)",
        },
      ],
      slos: [{ ...key, sli_id: key, target_percent: 99 }],
      synthetic_checks: [],
    };
    const { id } = await act(console_, "plan_changes", { bundle });
    await as(console_, "viewer", async ({ page, open }) => {
      await open(`${home}/plans/${id}`);
      const refused = page.getByRole("region", { name: "Not taken by engines" });
      const lines = await refused.getByRole("listitem").allTextContents();
      expect(lines).toEqual([
        expect.stringMatching(/^Prometheus in Frankfurt · SLI search \/ Slow · Good query /),
        expect.stringMatching(/^Prometheus in Frankfurt · SLO search \/ Slow · SLI /),
      ]);
    });
  });
});

describe("the overview", () => {
  it("lists engines that do not run the present configuration, and rows that they do not take", async () => {
    await acknowledge({ ok: false, message: "promtool refuses it" });
    const { refusedSliId } = console_.seeded;
    await act(console_, "update_sli", { id: refusedSliId, good_query: "sum(rate(x[5m])" });
    await as(console_, "viewer", async ({ page, open }) => {
      await open(home);
      const attention = page.getByRole("region", { name: "Engines" });
      await attention.getByText("Does not run it").waitFor();
      await attention.getByRole("button", { name: "Show 1 more" }).click();
      expect(await attention.getByRole("link", { name: engineName }).count()).toBe(1);
      expect(await attention.getByText("Not taken").count()).toBe(2);
      await attention.getByRole("link", { name: "Search answers" }).focus();
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "Search answers", level: 1 }).waitFor();
      await page.getByRole("region", { name: refusal }).waitFor();
    });
  });
});

it("a status that nobody renews is unknown, and figures say how old they are", async () => {
  const { sli_id } = await act(console_, "get_slo", { id: console_.seeded.sloId });
  const slo = { name: "Old", service: "aged", sli_id, target_percent: 99 };
  const { id } = await act(console_, "create_slo", slo);
  const last_evaluated_at = new Date(Date.now() - 12 * 60_000).toISOString();
  const figures = { status: "healthy", burn_rate: 0.5, last_evaluated_at };
  await act(console_, "report_state", { kind: "slos", id, ...figures });
  await as(console_, "viewer", async ({ page, open }) => {
    await open(`${settings}/slos/${id}`);
    await page
      .getByText(/^Unknown · 12 min ago$/)
      .first()
      .waitFor();
    await page
      .getByRole("status")
      .getByText("Nobody has evaluated this SLO since", { exact: false })
      .waitFor();
    await page.getByText(/0\.5 · measured 12 min ago/).waitFor();
    await act(console_, "report_state", { kind: "slos", id, status: "healthy", burn_rate: 0.5 });
    await open(`${settings}/slos/${id}`);
    await page.getByText("Healthy", { exact: true }).first().waitFor();
    expect(await page.getByText("Nobody has evaluated", { exact: false }).count()).toBe(0);
  });
});
