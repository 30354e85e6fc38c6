/** Each hand-made page does what it is for. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { cookieOf, goodPassword } from "../support/sign-in.ts";
import { type Console, edit, patient, settled, startConsole, typeInto, visit } from "./browser.ts";
import { as } from "./people.ts";

let console_: Console;
let home: string;
beforeAll(async () => {
  console_ = await startConsole();
  home = `/o/${console_.organization.slug}`;
}, 600_000);
afterAll(() => console_?.close());

it("API keys: config_read alone, shown once, works, and is revoked by its name", () =>
  as(console_, "org_admin", async ({ page, open }) => {
    await open(`${home}/keys`);
    await page.getByRole("button", { name: "New API key" }).click();
    const dialog = page.getByRole("dialog");
    // It begins with what can do least. What it is for chooses its scopes.
    expect(
      await dialog.getByRole("radio", { name: "A pipeline that asks the deploy gate" }).isChecked(),
    ).toBe(true);
    await dialog.getByRole("radio", { name: "An agent that proposes changes" }).check();
    await dialog.getByRole("button", { name: "More" }).click();
    expect(await dialog.getByLabel(/MCP: everything/).isChecked()).toBe(true);
    await dialog.getByRole("radio", { name: "A pipeline that asks the deploy gate" }).check();
    expect(await dialog.getByRole("checkbox", { checked: true }).count()).toBe(1);
    await dialog.getByLabel(/Configuration: read only/).uncheck();
    await dialog.getByRole("button", { name: "Create key" }).click();
    await dialog
      .getByText(/at least 1/i)
      .first()
      .waitFor();
    await typeInto(dialog.getByLabel("Name"), "ci");
    await dialog.getByLabel(/MCP: read/).check();
    await dialog.getByLabel(/Configuration: read only/).check();
    expect(await dialog.getByLabel(/MCP: read/).isChecked()).toBe(false);
    await dialog.getByRole("button", { name: "Create key" }).click();
    const key = await page.getByTestId("one-time-secret").textContent();
    expect(key).toMatch(/^svc_ak_/);
    const headers = { authorization: `Bearer ${key}` };
    expect((await console_.test.send("GET", "/api/v1/config/teams", { headers })).status).toBe(200);
    // The key is gone for good with the dialog, so nothing but its button may close it.
    await page.keyboard.press("Escape");
    await page.mouse.click(5, 5);
    await settled(page);
    expect(await page.getByTestId("one-time-secret").textContent()).toBe(key);
    await page.getByRole("button", { name: "I have copied it" }).click();
    await page.getByRole("button", { name: "Revoke ci" }).click();
    expect(await dialog.getByRole("button", { name: "Revoke" }).isDisabled()).toBe(true);
    await typeInto(dialog.getByRole("textbox"), "ci");
    await dialog.getByRole("button", { name: "Revoke" }).click();
    await dialog.waitFor({ state: "hidden" });
    expect((await console_.test.send("GET", "/api/v1/config/teams", { headers })).status).toBe(401);
  }));

it("API keys: narrowed to a kind and a verb, and rotated", () =>
  as(console_, "org_admin", async ({ page, open }) => {
    await open(`${home}/keys`);
    await page.getByRole("button", { name: "New API key" }).click();
    const dialog = page.getByRole("dialog");
    await typeInto(dialog.getByLabel("Name"), "narrow");
    await dialog.getByRole("button", { name: "More" }).click();
    await dialog.getByLabel(/Configuration: everything/).check();
    await typeInto(dialog.getByRole("combobox", { name: "Kinds" }), "Teams");
    await page.getByRole("option", { name: "Teams", exact: true }).click();
    await page.keyboard.press("Tab");
    await dialog.getByRole("combobox", { name: "Verbs" }).focus();
    await page.keyboard.press("ArrowDown");
    await page.getByRole("option", { name: "Read", exact: true }).click();
    await page.keyboard.press("Tab");
    await dialog.getByRole("button", { name: "Create key" }).click();
    const first = await page.getByTestId("one-time-secret").textContent();
    await page.getByRole("button", { name: "I have copied it" }).click();
    await page.getByText("only the kinds Teams").waitFor();
    await page.getByText("only the verbs read").waitFor();
    const statusOf = async (key: string | null, kind: string) =>
      (
        await console_.test.send("GET", `/api/v1/config/${kind}`, {
          headers: { authorization: `Bearer ${key}` },
        })
      ).status;
    expect([await statusOf(first, "teams"), await statusOf(first, "slos")]).toEqual([200, 403]);
    await page.getByRole("button", { name: "Rotate narrow" }).click();
    await dialog.getByRole("combobox", { name: "The present key ends" }).click();
    await page.getByRole("option", { name: "at once" }).click();
    await dialog.getByRole("button", { name: "Rotate", exact: true }).click();
    const second = await page.getByTestId("one-time-secret").textContent();
    await page.getByRole("button", { name: "I have copied it" }).click();
    expect([await statusOf(first, "teams"), await statusOf(second, "teams")]).toEqual([401, 200]);
    expect(await statusOf(second, "slos")).toBe(403);
  }));

it("API keys: a plan without the API offers none of its scopes, and welcomes without a key", async () => {
  const { id, slug } = await console_.site.makeOrganization({ name: "Small", plan: "team" });
  const person = await console_.site.makeMember(id, "org_admin", "sue@example.com");
  const { page, open, context } = await visit(console_, person);
  await open(`/o/${slug}`);
  await page.getByText(/are part of the plan Business/).waitFor();
  await open(`/o/${slug}/keys`);
  await page.getByRole("button", { name: "New API key" }).click();
  await page.getByText(/includes neither the configuration API nor the MCP server/).waitFor();
  expect(await page.getByRole("checkbox").count()).toBe(0);
  await context.close();
});

it("first run: ends with a key and a curl to paste, which works", async () => {
  const { id, slug } = await console_.site.makeOrganization({ name: "Fresh" });
  const person = await console_.site.makeMember(id, "org_admin", "fred@example.com");
  const { page, open, context } = await visit(console_, person);
  await open(`/o/${slug}`);
  await page.getByRole("button", { name: "Create an api:admin key" }).click();
  const curl = (await page.locator("[data-code=first]").textContent()) ?? "";
  const key = /svc_ak_\w+/.exec(curl)?.[0];
  const made = await console_.test.send("POST", "/api/v1/config/teams", {
    headers: { authorization: `Bearer ${key}` },
    body: JSON.parse(/-d '(.*)'/.exec(curl)?.[1] ?? ""),
  });
  expect(made.status).toBe(201);
  await page.goto(`${console_.origin}${new URL(page.url()).pathname}/settings/teams`);
  await page.getByRole("link", { name: "Platform" }).waitFor();
  await context.close();
});

it("prompt templates: the flagged passage is marked, and approved with a note", () =>
  as(console_, "org_admin", async ({ page, open }) => {
    const { flaggedId } = console_.seeded;
    await open(`${home}/settings/prompt_templates/${flaggedId}`);
    const marks = await page.locator("[aria-label='Content with matches'] mark").allTextContents();
    expect(marks).toContain("Ignore all previous instructions");
    await typeInto(page.getByLabel("Note"), "A test of the scanner");
    await page.getByRole("button", { name: "Approve this content" }).click();
    await page.getByText("Approved, but not enabled.").waitFor();
    await edit(page);
    await page.getByLabel("Enabled").check({ force: true });
    await page.locator('input[data-path="is_default"]').check({ force: true });
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("models get this prompt for its type").waitFor();
    await open(`${home}/settings/prompt_templates`);
    await page
      .getByRole("region", { name: "Prompts in use" })
      .getByRole("link", { name: "Chat, friendlier" })
      .waitFor();
  }));

it("deploy policies: the verdict, a freeze, and an override with its reason", () =>
  as(console_, "org_admin", async ({ page, open }) => {
    await open(`${home}/settings/deploy_policies/${console_.seeded.policyId}`);
    const gate = page.getByRole("region", { name: "Deploy gate" });
    await gate.getByText(/Deploys are held · decided by its policy/).waitFor();
    await page.getByRole("button", { name: "24 hours" }).click();
    const frozen = await page.getByLabel("Freeze until").inputValue();
    const days = page.getByRole("region", { name: "Freeze through a day" });
    await days.getByRole("button", { name: "Next month" }).click();
    await days.getByRole("button", { name: /^15 \w+ \d{4}$/ }).click();
    expect(await page.getByLabel("Freeze until").inputValue()).toMatch(/^\d{4}-\d\d-15 23:59$/);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    expect(await page.getByLabel("Freeze until").inputValue()).toMatch(/^\d{4}-\d\d-16 23:59$/);
    await page.getByRole("button", { name: "24 hours" }).click();
    const again = await page.getByLabel("Freeze until").inputValue();
    // Pressed twice, some seconds or minutes apart: the same hour it need not be.
    expect(Math.abs(Date.parse(again) - Date.parse(frozen))).toBeLessThan(15 * 60_000);
    await typeInto(page.getByLabel("Freeze reason"), "Black Friday");
    await page.getByRole("button", { name: "Save" }).click();
    await gate.getByText(/Black Friday/).waitFor();
    await gate.getByRole("button", { name: "Override for 72 hours" }).click();
    await gate.getByRole("button", { name: /^Override/ }).click();
    await gate.getByText("Must not be empty.").waitFor();
    await typeInto(gate.getByLabel("Reason"), "A fix for the outage");
    await gate.getByRole("button", { name: /^Override/ }).click();
    await gate.getByText(/Deploys are allowed · decided by an override/).waitFor();
    await gate.getByRole("button", { name: "End the override" }).click();
    await gate.getByText(/Deploys are held/).waitFor();
    await open(`${home}/settings/deploy_policies?service=unheard-of`);
    await page.getByText(/no policy, so the defaults apply/).waitFor();
  }));

it("service bindings: each field with its origin", () =>
  as(console_, "org_admin", async ({ page, open }) => {
    await open(`${home}/settings/service_bindings/checkout%40production`);
    const resolved = page.getByRole("region", { name: "Resolved" });
    const origin = (name: string) => resolved.getByRole("region", { name });
    await origin("Account ID").getByText("123456789012").waitFor();
    const reported = async (name: string) => (await origin(name).textContent())?.replace(name, "");
    expect(await reported("Account ID")).toMatch(/^Override123456789012/);
    expect(await reported("Trace service names")).toBe("Conventioncheckout");
    expect(await reported("Log filter")).toBe("Unbound");
  }));

it("teams: members come and go", () =>
  as(console_, "org_admin", async ({ page, open }) => {
    await open(`${home}/settings/teams/${console_.seeded.teamId}`);
    const members = page.getByRole("region", { name: "Members" });
    const input = members.getByLabel("Email of a member of the organization");
    await typeInto(input, "stranger@example.com");
    await members.getByRole("button", { name: "Add" }).click();
    await members.getByText(/Is not the address of a member/).waitFor();
    await typeInto(input, "max@example.com");
    await page.keyboard.press("Escape");
    await members.getByRole("button", { name: "Add" }).click();
    await members.getByRole("button", { name: "Remove max@example.com from the team" }).click();
    await members.getByText("No members yet.").waitFor();
  }));

it("notifications: the grid shows what would be mailed while it is changed", () =>
  as(console_, "org_admin", async ({ page, open }) => {
    await open(`${home}/settings/notification_settings`);
    const grid = page.getByRole("region", { name: "Events" });
    const mailed = () => grid.getByText("mailed", { exact: true }).count();
    expect(await mailed()).toBe(10);
    await edit(page);
    await grid.getByRole("switch", { name: "Incidents" }).uncheck({ force: true });
    await expect.poll(mailed, patient).toBe(6);
    await grid.getByRole("checkbox", { name: "Quota warning" }).check();
    await page.getByRole("button", { name: "Save" }).click();
    // It takes mail from somebody, which is asked about.
    await page
      .getByRole("dialog", { name: "Look before you do it" })
      .getByRole("button", { name: "Do it all the same" })
      .click();
    await page.getByText("Saved.").waitFor();
    await page.reload();
    await settled(page);
    expect(await mailed()).toBe(7);
    const trial = page.getByRole("region", { name: "Test mail" });
    await trial.getByRole("button", { name: "Who would be mailed?" }).click();
    await trial.getByText("oncall@example.com").first().waitFor();
    const logged = async () =>
      (await console_.test.database.queryText({ name: "test-events", text: "SELECT title FROM events" }, []))
        .length;
    const before = await logged();
    await trial.getByRole("button", { name: "Send a test mail" }).click();
    // There is no mail server here, and nothing says that anything was mailed.
    await trial.getByText(/held for 1 address: no mail server is set\. Set SMTP_URL/).waitFor();
    await expect.poll(logged, patient).toBe(before + 1);
  }));

it("members: an invitation is handed over, accepted, and given another role", () =>
  as(console_, "org_admin", async ({ page, open }) => {
    await open(`${home}/members`);
    await page.getByRole("button", { name: "Add a member" }).click();
    await typeInto(page.getByRole("dialog").getByLabel("Email"), "new@example.com");
    await page.getByRole("dialog").getByRole("button", { name: "Add" }).click();
    const link = new URL((await page.getByTestId("one-time-secret").textContent()) ?? "");
    await page.getByRole("button", { name: "Done" }).click();

    const guest = await visit(console_);
    await guest.open(link.pathname);
    await typeInto(guest.page.getByLabel("Your name"), "Nora New");
    await typeInto(guest.page.getByRole("textbox", { name: "Choose a password" }), goodPassword);
    await guest.page.getByRole("button", { name: "Join" }).click();
    await guest.page.getByTitle("Change the organization").getByText("Acme").waitFor();
    await guest.context.close();

    await page.reload();
    await page.getByRole("combobox", { name: "Role of new@example.com" }).click();
    await page.getByRole("option", { name: "Viewer" }).click();
    await settled(page);
    await page.getByRole("combobox", { name: "Role of ada@example.com" }).click();
    await page.getByRole("option", { name: "Viewer" }).click();
    // One's own role is not changed at one click.
    const dialog = page.getByRole("dialog", { name: "Change your own role to Viewer?" });
    await dialog.getByText(/only another org admin can give you this role back/).waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    const roleOf = async (email: string) => {
      const { body } = await console_.people.org_admin.send(
        "GET",
        `organizations/${console_.organization.slug}/members`,
      );
      return (body.data as { email: string; role: string }[]).find((member) => member.email === email)?.role;
    };
    expect(await roleOf("ada@example.com")).toBe("org_admin");
    await page.getByRole("combobox", { name: "Role of ada@example.com" }).click();
    await page.getByRole("option", { name: "Viewer" }).click();
    await dialog.getByRole("button", { name: "Become Viewer" }).click();
    await dialog
      .getByRole("alert")
      .getByText(/last org_admin/i)
      .waitFor();
    await page.keyboard.press("Escape");
  }));

it("members: whoever steps down or goes is shown what follows, and is what they are then", async () => {
  const { id, slug } = await console_.site.makeOrganization({ name: "Two admins" });
  await console_.site.makeMember(id, "org_admin", "stays@example.com");
  const person = await console_.site.makeMember(id, "org_admin", "steps@example.com");
  const { page, open, context } = await visit(console_, person);
  await open(`/o/${slug}/members`);
  await page.getByRole("button", { name: "Remove steps@example.com" }).click();
  await page
    .getByRole("dialog")
    .getByText(/This is your own account. You lose access/)
    .waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("combobox", { name: "Role of steps@example.com" }).click();
  await page.getByRole("option", { name: "Viewer" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Become Viewer" }).click();
  await page.getByText("Only an Org admin can see and change members.").waitFor();
  await context.close();
});

it("the audit log: who, what, field by field, filtered in the address", () =>
  as(console_, "org_admin", async ({ page, open }) => {
    await open(`${home}/audit?kind=organization_settings`);
    await page.getByRole("button", { name: "Verify the chain" }).click();
    await page.getByText(/^Verified: \d+ records/).waitFor();
    const record = page.getByRole("article").first();
    await record.getByRole("button", { name: /^Details/ }).click();
    expect(await record.locator("del").textContent()).toBe("UTC");
    expect(await record.locator("ins").textContent()).toBe("Europe/Berlin");
    await page.getByRole("button", { name: "Clear filters" }).click();
    await settled(page);
    expect(await page.getByRole("article").count()).toBeGreaterThan(10);
  }));

it("the export: seen, narrowed, downloaded", () =>
  as(console_, "org_admin", async ({ page, open }) => {
    await open(`${home}/export?resource=teams`);
    const file = page.getByRole("region", { name: "The file" });
    expect(await file.textContent()).toContain('resource "orgconfig_team" "platform');
    expect(await file.textContent()).not.toContain("orgconfig_slo");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: /^Download/ }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`${console_.organization.slug}.tf`);
    await page.getByText("OpenSLO", { exact: true }).click();
    await file.getByText(/OpenSLO has no objects for: teams/).waitFor();
    await page.getByText(`Download ${console_.organization.slug}.openslo.yaml`).waitFor();
    expect(page.url()).toMatch(/\?resource=teams&format=openslo$/);
    await page.getByText("Bundle", { exact: true }).click();
    await file.getByText(/^\{\s+"teams": \[/).waitFor();
  }));

it("the AWS external id: rotating asks for a word", () =>
  as(console_, "org_admin", async ({ page, open }) => {
    await open(`${home}/settings/aws_external_id`);
    await page.getByRole("button", { name: "Rotate…" }).click();
    const dialog = page.getByRole("dialog");
    await typeInto(dialog.getByLabel("Type rotate to continue"), "rotate");
    await dialog.getByRole("button", { name: "Rotate" }).click();
    await page.getByText("just now").first().waitFor();
  }));

it("the account: a name, a token shown once, a session ended, a password changed", async () => {
  const person = await console_.site.makeMember(console_.organization.id, "member", "amy@example.com");
  const other = cookieOf(await console_.site.signIn("amy@example.com"));
  const { page, open, context } = await visit(console_, person);
  await open("/account");
  await typeInto(page.getByLabel("Name"), "Amy");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved.").waitFor();

  await open("/account/tokens");
  await page.getByRole("button", { name: "New access token" }).click();
  await typeInto(page.getByRole("dialog").getByLabel("Name"), "assistant");
  await page.getByRole("combobox", { name: "Highest role" }).click();
  await page.getByRole("option", { name: "Viewer" }).click();
  await page.getByRole("button", { name: "Create token" }).click();
  expect(await page.getByTestId("one-time-secret").textContent()).toMatch(/^svc_pat_/);
  await page.getByRole("button", { name: "I have copied it" }).click();
  await page.getByRole("row", { name: /assistant svc_pat_.* Acme Viewer never in 3 mo/ }).waitFor();

  await open("/account/security");
  await page
    .getByRole("button", { name: /^End the session/ })
    .filter({ hasText: "End" })
    .first()
    .click();
  const ended = async () => (await console_.site.browser(other)("GET", "session")).status;
  await expect.poll(ended, patient).toBe(401);

  await open("/account/password");
  await typeInto(page.getByRole("textbox", { name: "Current password" }), "wrong");
  await typeInto(page.getByRole("textbox", { name: "New password" }), "a much longer phrase to keep");
  await page.getByRole("button", { name: "Change password" }).click();
  await page.getByText("Is not your present password.").waitFor();
  await typeInto(page.getByRole("textbox", { name: "Current password" }), goodPassword);
  await page.getByRole("button", { name: "Change password" }).click();
  await page.getByText("Changed. Your other sessions have ended.").waitFor();
  await context.close();
});
