/** People test what a row leads to, and try a query while they write it. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Console, edit, startConsole, typeInto } from "./browser.ts";
import { act, as } from "./people.ts";

let console_: Console;
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
  settings = `/o/${console_.organization.slug}/settings`;
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
    await edit(page);
    await typeInto(page.getByRole("textbox", { name: "Name", exact: true }), "Live one");
    await page.getByText("Save first: the test uses the saved settings.").waitFor();
    expect(await test.isDisabled()).toBe(true);
    await page.getByRole("button", { name: "Discard" }).click();
  });
});

it("a connector that lacks its address says which member is missing", async () => {
  const connector = { name: "Bare", type: "observability", connector_type: "alertmanager" };
  const { id } = await act(console_, "create_connector", connector);
  await as(console_, "member", async ({ page, open }) => {
    await open(`${settings}/connectors/${id}`);
    await page.getByRole("button", { name: "Test the connection" }).click();
    await page.getByText("Nothing was asked: config.url is missing.").waitFor();
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
