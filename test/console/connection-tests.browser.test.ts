/** People test what a row leads to, and try a query while they write it. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startGitServer } from "../support/git-server.ts";
import { type Console, edit, startConsole, typeInto } from "./browser.ts";
import { act, as } from "./people.ts";

let console_: Console;
let home: string;
let settings: string;
let server: Server;
let url: string;
let status = 200;

beforeAll(async () => {
  server = createServer((request, response) => {
    const asked = new URL(request.url ?? "", "http://localhost").searchParams.get("query") ?? "";
    const result = [
      { metric: { __name__: "up", service: "checkout" }, value: [1, "1"] },
      { metric: { __name__: "up", service: "search" }, value: [1, "NaN"] },
    ];
    const body =
      status === 200
        ? { status: "success", data: { resultType: "vector", result: asked.includes("none") ? [] : result } }
        : { message: "the password is wrong" };
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  console_ = await startConsole({ ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1" });
  home = `/o/${console_.organization.slug}`;
  settings = `${home}/settings`;
}, 600_000);
afterAll(async () => {
  server?.close();
  await console_?.close();
});

it("a data source is tested on its page, and its state follows", async () => {
  const { id } = await act(console_, "create_data_source", { name: "Live", type: "prometheus", url });
  await as(console_, "org_admin", async ({ page, open }) => {
    await open(`${settings}/data_sources/${id}`);
    const test = page.getByRole("button", { name: "Test the connection" });
    await test.click();
    await page.getByText("It works", { exact: true }).waitFor();
    await page.getByText("It evaluates queries.").waitFor();
    await page.getByRole("row", { name: /Health status.*Healthy/i }).waitFor();
    status = 401;
    await test.click();
    await page.getByText("It does not work · auth invalid").waitFor();
    await page.getByText("It does not accept the credentials (HTTP 401): the password is wrong.").waitFor();
    await page.getByRole("row", { name: /Health status.*Failing/i }).waitFor();
    status = 200;
    // The form has its own.
    await edit(page);
    await page.getByRole("button", { name: "Test connection" }).waitFor();
    expect(await test.count()).toBe(0);
  });
});

const nameIn = (place: Page | Locator) => place.getByRole("textbox", { name: "Name", exact: true });

async function namesOf(kind: string): Promise<unknown[]> {
  return (await act(console_, kind, {})).data.map(({ name }: { name: unknown }) => name);
}

describe("before anything is saved", () => {
  it("a new data source is tested in its form, which says what is missing first", () =>
    as(console_, "org_admin", async ({ page, open }) => {
      await open(`${home}/new/data_sources?type=prometheus`);
      const part = page.getByRole("region", { name: "Test connection" });
      const test = part.getByRole("button");
      await part.getByText("Fill in first: Address").waitFor();
      expect(await test.isDisabled()).toBe(true);
      await typeInto(nameIn(page), "Unsaved");
      await typeInto(page.getByLabel("Address"), url);
      await part.getByText("Nothing is saved.").waitFor();
      // By keys alone.
      await test.focus();
      await page.keyboard.press("Enter");
      await part.getByText("It works", { exact: true }).waitFor();
      await part.getByText("It evaluates queries.").waitFor();
      // What it is called matters to no test.
      await typeInto(nameIn(page), "Unsaved still");
      await part.getByText("It works", { exact: true }).waitFor();
      status = 401;
      await test.click();
      await part.getByText("It does not work · auth invalid").waitFor();
      await part.getByText("What to do next: enter the credentials again").waitFor();
      status = 200;
      // An answer is about what was asked, and goes with it.
      await typeInto(page.getByLabel("Address"), `${url}/below`);
      await part.getByText("It does not work · auth invalid").waitFor({ state: "detached" });
      await typeInto(page.getByLabel("Address"), "http://10.0.0.1");
      await test.click();
      await part.getByText("It does not work · network").waitFor();
      await part.getByText("What to do next: use a public address").waitFor();
      expect(await namesOf("list_data_sources")).not.toContain("Unsaved");
    }));

  it("a stored secret is asked for again at its field where the address is another", async () => {
    const row = { name: "Moved", type: "prometheus", url, token: "tok-stored-here" };
    const { id } = await act(console_, "create_data_source", row);
    await as(console_, "org_admin", async ({ page, open }) => {
      await open(`${settings}/data_sources/${id}?view=edit`);
      const part = page.getByRole("region", { name: "Test connection" });
      await part.getByRole("button").click();
      await part.getByText("It works", { exact: true }).waitFor();
      const elsewhere = url.replace("127.0.0.1", "localhost");
      await typeInto(page.getByLabel("Address"), elsewhere);
      await part.getByRole("button").click();
      const said = `Was saved for ${url}; enter it again to test ${elsewhere}.`;
      const token = page.getByRole("group", { name: "Token" });
      await token.getByText(said).waitFor();
      await part.getByText(`Token: ${said}`).waitFor();
      await token.getByRole("button", { name: "Replace" }).click();
      await typeInto(token.getByLabel("New Token"), "tok-typed-here");
      await token.getByText(said).waitFor({ state: "detached" });
      await part.getByRole("button").click();
      await part.getByText("It works", { exact: true }).waitFor();
      await page.getByRole("button", { name: "Discard" }).click();
      expect((await act(console_, "get_data_source", { id })).url).toBe(url);
    });
  });

  it("a data source that is made on the way to an SLI is tested in its dialog", () =>
    as(console_, "org_admin", async ({ page, open }) => {
      await open(`${home}/new/slis`);
      await page.getByRole("combobox", { name: "Data source" }).click();
      await page.getByRole("option", { name: "Create a new data source…" }).click();
      const dialog = page.getByRole("dialog", { name: "New data source" });
      await dialog.getByRole("button", { name: "Grafana Loki" }).click();
      await typeInto(nameIn(dialog), "On the way");
      await typeInto(dialog.getByLabel("Address"), url);
      status = 401;
      await dialog.getByRole("button", { name: "Test connection" }).click();
      await dialog.getByText("It does not work · auth invalid").waitFor();
      status = 200;
    }));

  it("a new target is sent a test", () =>
    as(console_, "org_admin", async ({ page, open }) => {
      await open(`${home}/new/outbound_configs`);
      await page.getByRole("link", { name: "Webhook" }).click();
      await typeInto(nameIn(page), "New hook");
      const send = page.getByRole("region", { name: "Send a test" });
      await send.getByText("Fill in first: URL").waitFor();
      await typeInto(page.getByLabel("URL"), url);
      await send.getByRole("button").click();
      await send.getByText("It took the message.").waitFor();
      expect(await namesOf("list_outbound_configs")).not.toContain("New hook");
    }));
});

it("a connector that lacks its address says which member is missing", async () => {
  const connector = { name: "Bare", type: "observability", connector_type: "alertmanager" };
  const { id } = await act(console_, "create_connector", connector);
  await as(console_, "member", async ({ page, open }) => {
    await open(`${settings}/connectors/${id}`);
    await page.getByRole("button", { name: "Test the connection" }).click();
    await page.getByText("Nothing was sent: URL is missing.").waitFor();
  });
  await as(console_, "viewer", async ({ page, open }) => {
    await open(`${settings}/connectors/${id}`);
    await page.getByRole("heading", { name: "Bare" }).waitFor();
    expect(await page.getByRole("button", { name: "Test the connection" }).count()).toBe(0);
  });
});

it("a query is tried as it is typed, before anything is saved", async () => {
  const source = await act(console_, "create_data_source", { name: "Queried", type: "prometheus", url });
  const sli = await act(console_, "create_sli", {
    name: "uptime",
    service: "checkout",
    kind: "threshold",
    data_source_id: source.id,
    threshold_query: "up",
    threshold_op: "gte",
    threshold_value: 1,
  });
  await as(console_, "org_admin", async ({ page, open }) => {
    await open(`${settings}/slis/${sli.id}?view=edit`);
    const field = page.getByRole("textbox", { name: "Threshold query" });
    const answer = page.getByRole("region", { name: "Answer to Threshold query" });
    await typeInto(field, "sum(up");
    await page.getByRole("button", { name: "Try it: Threshold query" }).click();
    await answer.getByText(/Line 1, column \d+/).waitFor();
    await typeInto(field, "sum(up) by (service)");
    expect(await answer.count()).toBe(0);
    await page.getByRole("button", { name: "Try it: Threshold query" }).click();
    await answer.getByRole("cell", { name: 'up{service="checkout"}' }).waitFor();
    await answer.getByRole("cell", { name: "NaN" }).waitFor();
    await typeInto(field, "none");
    await page.getByRole("button", { name: "Try it: Threshold query" }).click();
    await answer.getByText(/without any series/).waitFor();
    await page.getByRole("button", { name: "Discard" }).click();
  });
});

it("a query is tried on the page of a data source", async () => {
  const { id } = await act(console_, "create_data_source", { name: "Probed", type: "prometheus", url });
  await as(console_, "member", async ({ page, open }) => {
    await open(`${settings}/data_sources/${id}`);
    const part = page.getByRole("region", { name: "Try a query" });
    await typeInto(part.getByRole("textbox", { name: "Query" }), "up");
    await part.getByRole("button", { name: "Try it" }).click();
    await part.getByRole("cell", { name: 'up{service="checkout"}' }).waitFor();
    await typeInto(part.getByRole("textbox", { name: "Query" }), "up{");
    await part.getByText("It works", { exact: true }).waitFor({ state: "detached" });
    await part.getByRole("button", { name: "Try it" }).click();
    await part.getByText(/Line 1, column \d+/).waitFor();
  });
});

it("a policy's form says what the gate would answer, before it is saved", async () => {
  const { id } = await act(console_, "create_deploy_policy", { service: "gated-here" });
  await as(console_, "org_admin", async ({ page, open }) => {
    await open(`${settings}/deploy_policies/${id}?view=edit`);
    const preview = page.getByRole("region", { name: "The gate with these settings" });
    await preview.getByText("Deploys are allowed · decided by its policy").waitFor();
    await page
      .getByRole("region", { name: "Freeze" })
      .getByRole("button", { name: "4 hours", exact: true })
      .click();
    await preview.getByText("Deploys are held · decided by its policy").waitFor();
    await preview.getByText(/^Deploys are frozen until/).waitFor();
    // As it is saved it still lets them through.
    const now = page.getByRole("region", { name: "Deploy gate", exact: true });
    await now.getByText("Deploys are allowed · decided by its policy").waitFor();
    await page.getByRole("button", { name: "Discard" }).click();
  });
});

it("an outbound target is sent a test from its page", async () => {
  const hook = { name: "Hook", kind: "webhook", url };
  const { id } = await act(console_, "create_outbound_config", hook);
  await as(console_, "member", async ({ page, open }) => {
    await open(`${settings}/outbound_configs/${id}`);
    await page.getByRole("button", { name: "Send a test" }).click();
    await page.getByText("It works", { exact: true }).waitFor();
    await page.getByText("It took the message.").waitFor();
    await page.getByRole("row", { name: /Health status.*Healthy/i }).waitFor();
  });
});

it("a change notification is sent a test from its page, and administrators see what it sent", async () => {
  const made = { name: "Changes to a hook", channel: "webhook", webhook_url: url, verbs: ["create"] };
  const { id } = await act(console_, "create_change_notification", made);
  await act(console_, "create_team", { name: "Announced" });
  const path = `${settings}/change_notifications/${id}`;
  await as(console_, "org_admin", async ({ page, open }) => {
    await open(path);
    await page.getByRole("button", { name: "Send a test" }).click();
    await page.getByText("It took the message (HTTP 200).").waitFor();
    const log = page.getByRole("region", { name: "Deliveries" });
    const sent = log.getByRole("article", { name: /created teams "Announced"/ });
    await sent.getByText("Sent", { exact: true }).waitFor();
    expect(await sent.textContent()).toContain("1 try · answered HTTP 200");
    status = 500;
    await page.getByRole("button", { name: "Send a test" }).click();
    await page.getByText("It answered HTTP 500.").waitFor();
    await page.getByRole("row", { name: /Last error.*HTTP 500/i }).waitFor();
    status = 200;
  });
  await as(console_, "member", async ({ page, open }) => {
    await open(path);
    await page.getByRole("button", { name: "Send a test" }).waitFor();
    expect(await page.getByRole("region", { name: "Deliveries" }).count()).toBe(0);
  });
});

it("a Git source is set up by keys in three steps, on a phone; its rows lead to their lines", async () => {
  const git = await startGitServer();
  const clone = git.repository("ours");
  const commit = clone
    .push({ "config/teams.yaml": "teams:\n  - name: From Git\n" }, "The first")
    .slice(0, 12);
  await as(console_, "org_admin", async ({ page, open }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open(`${home}/new/git_sources`);
    const heading = (name: string) => page.getByRole("heading", { name }).waitFor();
    const box = (name: string) => page.getByRole("textbox", { name, exact: true });
    const press = async (name: string) => {
      const button = page.getByRole("button", { name, exact: true });
      await button.focus();
      await page.keyboard.press("Enter");
    };
    const fits = async () =>
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
    await heading("Step 1 of 3: Where");
    await typeInto(nameIn(page), "Ours");
    await typeInto(box("URL"), git.url("elsewhere"));
    await page.keyboard.press("Enter");
    await page.getByText(/^It does not work/).waitFor();
    await page.getByRole("button", { name: "Go on all the same" }).waitFor();
    await typeInto(box("URL"), git.url("ours"));
    await page.keyboard.press("Enter");
    await page.getByText(new RegExp(`${commit}`)).waitFor();
    await fits();
    await press("Next");
    await heading("Step 2 of 3: What");
    await typeInto(box("Path"), "config");
    await typeInto(box("Set"), "ours");
    await press("Try it");
    await page.getByText("config/teams.yaml", { exact: true }).waitFor();
    await fits();
    expect(await namesOf("list_git_sources")).toEqual([]);
    await press("Next");
    await heading("Step 3 of 3: How it learns of commits");
    await press("Make a secret");
    await press("Save");
    await heading("It is saved");
    const secret = await page.getByTestId("one-time-secret").textContent();
    expect(secret).toMatch(/^[0-9a-f]{48}$/);
    const [source] = (await act(console_, "list_git_sources", {})).data;
    await page.getByText(`/api/v1/intake/git/${source.id}`).waitFor();
    await fits();
    await act(console_, "sync_git_source", { id: source.id });
    await page.getByRole("link", { name: "Go to the source" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Last commits" }).waitFor();
    await page.getByText("The first").waitFor();
    await fits();
    const [team] = (await act(console_, "list_teams", { name: "From Git" })).data;
    await open(`${settings}/teams/${team.id}`);
    await page.getByRole("heading", { name: "In Git" }).waitFor();
    await page.getByText("config/teams.yaml:2", { exact: true }).waitFor();
    await fits();
  });
  await git.close();
});
