/** A connector's form has an input for each member that its type is known to take, and free ones for any other type. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Answer } from "../support/service.ts";
import { type Console, patient, settled, startConsole, typeInto, type Visit, visit } from "./browser.ts";

let console_: Console;
let home: string;
let seen: Visit;
let page: Page;
beforeAll(async () => {
  console_ = await startConsole({ ORGCONFIG_AWS_PRINCIPAL: "arn:aws:iam::123456789012:role/orgconfig" });
  home = `/o/${console_.organization.slug}`;
  seen = await visit(console_, console_.people.org_admin);
  page = seen.page;
  page.on("dialog", (dialog) => void dialog.accept());
}, 600_000);
afterAll(async () => {
  expect(seen.complaints).toEqual([]);
  expect(seen.foreign).toEqual([]);
  await seen.context.close();
  await console_.close();
});

const act = async (action: string, body: object): Promise<Answer["body"]> =>
  (
    await console_.people.org_admin.send(
      "POST",
      `organizations/${console_.organization.slug}/actions/${action}`,
      { body },
    )
  ).body;

const box = (path: string) => page.locator(`input[data-path="${path}"], textarea[data-path="${path}"]`);
const group = (path: string) => page.locator(`[role="group"][data-path="${path}"]`);

async function begin(name: string, type: string, connectorType: string): Promise<void> {
  await seen.open(`${home}/new/connectors?other=yes`);
  await typeInto(box("name"), name);
  await box("type").click();
  await page.getByRole("option", { name: type, exact: true }).click();
  await typeInto(box("connector_type"), connectorType);
  await page.keyboard.press("Tab");
}

async function made(): Promise<Answer["body"]> {
  await page.getByRole("button", { name: "Create" }).click();
  await page.waitForURL(/\/settings\/connectors\/conn_/);
  return act("get_connector", { id: new URL(page.url()).pathname.split("/").pop() });
}

it("members of config and metadata are typed into inputs of their own, and refused at them", async () => {
  await begin("Prometheus", "Observability", "prometheus");
  await group("config").getByRole("link", { name: "The vendor's documentation" }).waitFor();
  await typeInto(box("config.url"), "prometheus:9090");
  await typeInto(box("config.token"), "a secret token");
  expect(await box("config.token").getAttribute("type")).toBe("password");
  expect(await group("config").getByRole("textbox", { name: /JSON/ }).count()).toBe(0);
  await typeInto(box("metadata.version"), "v2");
  await box("metadata.run_in").click();
  await page.getByRole("option", { name: "Service" }).click();
  await group("metadata").getByRole("button", { name: "Add entry" }).click();
  const key = group("metadata").getByRole("textbox", { name: /key 1$/ });
  await typeInto(key, "version");
  await group("metadata").getByText("This key has its own input above.").waitFor();
  await typeInto(key, "owner");
  await typeInto(group("metadata").getByRole("textbox", { name: /value 1$/ }), "Platform");

  await page.getByRole("button", { name: "Create" }).click();
  for (const path of ["config.url", "metadata.version"])
    await expect.poll(() => box(path).getAttribute("aria-invalid"), patient).toBe("true");
  await group("config")
    .getByText(/Must be an absolute http or https URL/)
    .waitFor();
  await typeInto(box("config.url"), "http://prometheus.internal:9090");
  await typeInto(box("metadata.version"), "2.42");
  expect(await made()).toMatchObject({
    connector_type: "prometheus",
    config_set: true,
    metadata: { version: "2.42", run_in: "service", owner: "Platform" },
  });
});

it("what is stored is replaced whole, with further members where the vendor may have more", async () => {
  const { id } = await act("create_connector", {
    name: "GitHub",
    type: "source_control",
    connector_type: "github",
    config: { token: "old" },
  });
  await seen.open(`${home}/settings/connectors/${id}?view=edit`);
  expect(await box("config.app_id").count()).toBe(0);
  await group("config").getByRole("button", { name: "Replace" }).click();
  await group("config").getByText("What is written here replaces everything that is stored.").waitFor();
  await typeInto(box("config.app_id"), "288164");
  // A key keeps its lines.
  await typeInto(box("config.private_key"), "-----BEGIN KEY-----\nabc\n-----END KEY-----");
  await group("config").getByRole("button", { name: "More settings" }).click();
  const further = group("config").getByRole("textbox", { name: "Further settings, as a JSON object" });
  await typeInto(further, '{"app_id": 5}');
  await page.getByRole("button", { name: "Save" }).click();
  await group("config").getByText('Has "app_id", which has its own input above.').waitFor();
  await typeInto(further, '{"slug": "acme"}');
  const sent = page.waitForRequest((request) => request.url().endsWith("/actions/update_connector"));
  await page.getByRole("button", { name: "Save" }).click();
  expect((await sent).postDataJSON()).toMatchObject({
    config: {
      app_id: 288_164,
      private_key: "-----BEGIN KEY-----\nabc\n-----END KEY-----",
      slug: "acme",
    },
  });
  await page.getByText("Saved.").waitFor();
});

it("an unknown type has the editor of any object", async () => {
  await begin("Warehouse", "Custom", "wms_soap");
  await group("config").getByRole("button", { name: "Set" }).click();
  await typeInto(group("config").getByRole("textbox"), '{"login": {"user": "a"}}');
  expect(await made()).toMatchObject({ connector_type: "wms_soap", config_set: true, metadata: {} });
});

it("an AWS role's trust policy is there to copy, with the external id and whom to trust", async () => {
  await begin("AWS", "Cloud", "aws");
  const policy = page.getByRole("region", { name: "The trust policy of the role" });
  await policy.waitFor();
  await settled(page);
  const { external_id, trust_policy } = await act("get_aws_external_id", {});
  expect(await policy.textContent()).toBe(trust_policy);
  expect(trust_policy).toContain(external_id);
  expect(trust_policy).toContain("arn:aws:iam::123456789012:role/orgconfig");
  await seen.context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: console_.origin });
  await group("config").getByRole("button", { name: "Copy" }).click();
  await group("config").getByRole("button", { name: "Copied" }).waitFor();
  expect(await page.evaluate("navigator.clipboard.readText()")).toBe(trust_policy);
  const made_ = await made();
  expect(made_).toMatchObject({ connector_type: "aws", config_set: false });
  await page.getByRole("region", { name: "The trust policy of the role" }).waitFor();
});
