/**
 * One picture of every page of the console, into docs/images/: `npm run screenshots`. It starts the service
 * on an embedded database of its own with the rows of `orgconfig seed --demo`, and ends with it.
 */
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { seedDemo } from "../src/seed/index.ts";
import {
  type Look,
  more,
  settled,
  startConsole,
  typeInto,
  type Visit,
  visit,
} from "../test/console/browser.ts";
import { pagesOf } from "../test/console/pages.ts";
import type { Seeded } from "../test/console/seed.ts";
import { seedAlerts } from "../test/console/seed-alerts.ts";
import { cookieOf, goodPassword, type Person } from "../test/support/sign-in.ts";
import makeTemplate from "../test/support/template.ts";

const folder = fileURLToPath(new URL("../docs/images/", import.meta.url));
const desktop = { width: 1440, height: 900 } as const;
const phone = { width: 375, height: 812 } as const;

mkdirSync(folder, { recursive: true });
await makeTemplate();
const console_ = await startConsole();
try {
  await take("sign-in", undefined, desktop, ({ open }) => open("/"));
  await takeDemo();
  await takeWelcome();
} finally {
  await console_.close();
}

type Work = (seen: Visit) => Promise<unknown>;

/** A picture of what the work leads to, in a browser with nothing in it but the person's session. */
async function take(name: string, person: Person | undefined, look: Look, work: Work): Promise<void> {
  const seen = await visit(console_, person, look);
  await work(seen);
  await settled(seen.page);
  await seen.page.screenshot({ path: `${folder}${name}.png` });
  await seen.context.close();
}

async function takeDemo(): Promise<void> {
  const { test, site } = console_;
  const organization = await site.makeOrganization({ name: "Tidewater" });
  await seedDemo({ service: test.service, settings: test.settings, organization: organization.slug });
  const grace = await fromBrowsers(
    await site.makeMember(organization.id, "org_admin", "grace@tidewater.example"),
  );
  await grace.send("PATCH", "account", { body: { name: "Grace Park" } });
  const seeded = await makeLifelike(grace, organization.slug);
  const [overview, ...pages] = pagesOf({ organization, seeded });
  const pathOf = (name: string) => pages.find((page) => page.name === name)?.path ?? "/";
  for (const { name, path } of pages) await take(name, grace, desktop, ({ open }) => open(path));
  await take("changes", grace, desktop, async ({ page, open }) => {
    await open(pathOf("changes"));
    await page.getByRole("button", { name: "Verify the chain" }).click();
    await page.getByText(/^Verified/).waitFor();
  });

  const dark = { ...desktop, scheme: "dark" } as const;
  for (const name of ["deploy-policy", "prompt-review"]) {
    await take(`${name}-dark`, grace, dark, ({ open }) => open(pathOf(name)));
  }
  const incidents = await grace.send(
    "POST",
    `organizations/${organization.slug}/actions/list_status_page_incidents`,
    {
      body: {},
    },
  );
  const desk = (incidents.body.data as { id: string; status: string }[]).find(
    ({ status }) => status === "investigating",
  );
  await take("incident", grace, desktop, ({ open }) =>
    open(`/o/${organization.slug}/settings/status_page_incidents/${desk?.id}`),
  );
  for (const name of ["slos", "notifications"]) {
    await take(`${name}-phone`, grace, phone, ({ open }) => open(pathOf(name)));
  }
  await take("show-as-code", grace, desktop, async ({ page, open }) => {
    await open(pathOf("alert-route"));
    await more(page, "Show as code");
    await page.getByRole("tab", { name: "Terraform" }).click();
  });
  await take("palette", grace, desktop, async ({ page, open }) => {
    await open(pathOf("slos"));
    await page.keyboard.press("Control+k");
    await typeInto(page.getByRole("combobox", { name: "Find a page" }), "pay");
    await page.getByRole("option", { name: "payments Alert routes" }).waitFor();
  });
  // By now it is written down that the keys were used, so that nothing greets a newcomer.
  for (const [name, look] of [
    ["overview", desktop],
    ["overview-dark", dark],
  ] as const) {
    await take(name, grace, look, async ({ page, open }) => {
      await open(overview?.path ?? "/");
      while (await page.getByRole("region", { name: "First steps" }).isVisible()) {
        await page.waitForTimeout(5_000);
        await page.reload();
        await settled(page);
      }
    });
  }
}

/** The person, signed in by two browsers and no more by this program. */
async function fromBrowsers(person: Person): Promise<Person> {
  const { body } = await person.send("GET", "account/sessions");
  const [own] = body.data as { id: string }[];
  let cookie = "";
  for (const agent of [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Safari/604.1",
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
  ]) {
    cookie = cookieOf(
      await console_.site.signIn(person.email, goodPassword, { headers: { "user-agent": agent } }),
    );
  }
  const send = console_.site.browser(cookie);
  await send("DELETE", `account/sessions/${own?.id}`);
  return { ...person, cookie, send };
}

/** API keys by name. */
async function makeKeys(person: Person, slug: string): Promise<ReadonlyMap<string, string>> {
  const keys = new Map<string, string>();
  for (const key of [
    { name: "terraform-ci", scopes: ["api:admin"] },
    { name: "deploy-pipeline", scopes: ["api:config_read"], expires_at: inDays(90) },
    { name: "on-call assistant", scopes: ["mcp:read", "mcp:write"], expires_at: inDays(30) },
  ]) {
    const made = await person.send("POST", `organizations/${slug}/api_keys`, { body: key });
    keys.set(key.name, made.body.key);
  }
  return keys;
}

/** What people add to the demo's rows by hand, and the ids of the rows that have a picture. */
async function makeLifelike(person: Person, slug: string): Promise<Seeded> {
  const act = async (action: string, body: object) =>
    (await person.send("POST", `organizations/${slug}/actions/${action}`, { body })).body;
  const idOf = async (kind: string, name: string): Promise<string> => {
    const { data } = (await act(`list_${kind}`, {})) as { data: Record<string, string>[] };
    const found = data.find((row) => row.name === name || row.service === name);
    if (found?.id === undefined) throw new Error(`the demo has no ${name} among its ${kind}`);
    return found.id;
  };
  // Names that machines without their font would show as boxes.
  const { body } = await person.send("GET", `organizations/${slug}/members`);
  const emi = (body.data as { id: string; email: string }[]).find(({ email }) => email.startsWith("emi@"));
  await person.send("DELETE", `organizations/${slug}/members/${emi?.id}`);
  await act("update_team", { id: await idOf("teams", "セキュリティ"), name: "Security" });

  const keys = await makeKeys(person, slug);
  await person.send("POST", "account/tokens", { body: { name: "laptop", organizations: [slug] } });
  const asTerraform = (method: string, path: string, change?: object) =>
    console_.test.send(method, `/api/v1/config/${path}`, {
      headers: { authorization: `Bearer ${keys.get("terraform-ci")}` },
      body: change,
    });
  await asTerraform("PUT", `alert_routes/${await idOf("alert_routes", "freight")}`, { position: 45 });
  await act("update_deploy_policy", {
    id: await idOf("deploy_policies", "edge"),
    error_budget_threshold: 50,
  });
  await act("override_deploy_gate", { service: "search", allow: true, reason: "A fix for the slow pages" });
  await asTerraform("POST", "teams", { name: "Returns" });
  await act("update_notification_settings", { muted_events: ["quota_warning"] });
  const set = "platform-repo";
  const planned = await act("plan_changes", {
    set,
    adopt: true,
    bundle: {
      teams: [{ name: "Returns" }, { name: "Customs" }],
      deploy_policies: [{ service: "returns", error_budget_threshold: 20 }],
    },
  });
  await act("apply_plan", { id: planned.id, confirm: planned.id });
  await act("update_deploy_policy", {
    id: await idOf("deploy_policies", "returns"),
    error_budget_threshold: 40,
  });
  const { id: planId } = await act("plan_changes", {
    set,
    adopt: true,
    bundle: {
      teams: [{ name: "Returns" }, { name: "Customs" }, { name: "Harbour" }],
      deploy_policies: [{ service: "returns", error_budget_threshold: 30 }],
    },
  });
  const engine = { name: "prometheus-eu", type: "observability", connector_type: "prometheus" };
  const { id: engineId } = await act("create_connector", engine);
  const routeId = await idOf("alert_routes", "payments");
  const send: Parameters<typeof seedAlerts>[0] = async (method, path, options = {}) =>
    console_.test.send(method, `/api/v1/${path}`, {
      ...options,
      headers: { authorization: `Bearer ${keys.get("terraform-ci")}` },
    });
  return {
    planId,
    set,
    engineId,
    alertId: await seedAlerts(send, engineId, routeId),
    sloId: await idOf("slos", "availability"),
    refusedSliId: await idOf("slis", "availability"),
    teamId: await idOf("teams", "Incident command"),
    flaggedId: await idOf("prompt_templates", "Pasted from a forum"),
    policyId: await idOf("deploy_policies", "payments"),
    routeId,
    bindingId: "checkout@prod",
  };
}

function inDays(days: number): Date {
  return new Date(Date.now() + days * 86_400_000);
}

async function takeWelcome(): Promise<void> {
  const { id, slug } = await console_.site.makeOrganization({ name: "Fresh" });
  const newcomer = await console_.site.makeMember(id, "org_admin", "nora@example.com");
  await take("welcome", newcomer, desktop, async ({ page, open }) => {
    await open(`/o/${slug}`);
    await page.getByRole("button", { name: "Create an api:admin key" }).click();
    await page.locator("[data-code=first]").waitFor();
  });
  await take("empty-list", newcomer, desktop, ({ open }) => open(`/o/${slug}/settings/connectors`));
}
