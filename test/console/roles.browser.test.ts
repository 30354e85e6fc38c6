/** What each role meets on every page: what it may see and do, and nothing that the service would refuse. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Console, more, settled, startConsole, typeInto, type Visit, visit } from "./browser.ts";
import { pagesOf } from "./pages.ts";

let console_: Console;
let home: string;
beforeAll(async () => {
  console_ = await startConsole();
  home = `/o/${console_.organization.slug}`;
}, 600_000);
afterAll(() => console_?.close());

/** What changes nothing. */
const harmless =
  /^(Keys\?|More|Show as code|Copy|Copy the id|Copy the policy|Ask( the gate)?|Resolve|Clear( group by)?|Download .*\.tf|API reference|Show \d+ more|Overview|History|Last (hour|6 hours)|All 24 hours|Details of record \d+|Show the \d+ records from \d+ on|Over time|Show less|Restore the version of .*|Choose files|(Unp|P)in this page|Views|Columns|Show as a (table|chart)|More for .*|Clear filters|(See|Post|Review|Open|Test) .*: .*|All \d+|(Create|Change|Delete|Adopt|Detach) \d+|(Open|Close) all|Larger|[\w.]+\.yml)$/;
/** What a member may do beyond a viewer. */
const operating =
  /^(New (incident|alert mute)|Extend: .*|Test|Who would be mailed\?|Start a drill( of .*)?|Send a test mail|Test the connection|Try it: .*|Post an update|Take: .*|Comment on this change: .*|Approve|Reject|(Acknowledge|Resolve|Mute)( .*)?)$/;

/**
 * The names of the page's buttons that can be pressed, and of links to a new row. Not of those that sort a list,
 * unfold what is there, or narrow a picture.
 */
async function offered({ page }: Visit): Promise<string[]> {
  const names = (await page.evaluate(`
    [...document.querySelectorAll("main button:not(:disabled, th *, [aria-label=Filters] *, [aria-expanded]:not([aria-haspopup]), figure [aria-pressed]), main a[href*='/new/']")]
      .filter((element) => element.checkVisibility())
      .map((element) => (element.getAttribute("aria-label") ?? element.textContent).trim())
  `)) as string[];
  return [...new Set(names)].filter((name) => name !== "");
}

describe.each(["viewer", "member"] as const)("a %s", (role) => {
  let seen: Visit;
  const refused: string[] = [];
  beforeAll(async () => {
    seen = await visit(console_, console_.people[role]);
    seen.page.on("response", (response) => {
      if (response.status() === 403) refused.push(response.url());
    });
  });
  afterAll(async () => {
    expect({ refused, complaints: seen.complaints, foreign: seen.foreign }).toEqual({
      refused: [],
      complaints: [],
      foreign: [],
    });
    await seen.context.close();
  });
  const open = (path: string) => seen.follow(`${home}${path}`);
  const region = (name: string) => seen.page.getByRole("region", { name, exact: true });

  it("is offered no button anywhere that would be refused", async () => {
    const wrong: Record<string, string[]> = {};
    for (const { name, path } of pagesOf(console_)) {
      // One's own account is everybody's own, and the form of an incident is a member's.
      if (!path.startsWith(home) || (role === "member" && name === "new-incident")) continue;
      await seen.follow(path);
      const found = (await offered(seen)).filter(
        (button) => !harmless.test(button) && !(role === "member" && operating.test(button)),
      );
      if (found.length > 0) wrong[name] = found;
    }
    expect(wrong).toEqual({});
  }, 600_000);

  it.each([
    ["keys", "Only an Org admin can see and create API keys."],
    ["members", "Only an Org admin can see and change members."],
    ["audit", "Only an Org admin can read the audit log."],
    ["new/teams", "Creating one needs the role Org admin."],
  ])("is reported at %s which role it takes", async (path, message) => {
    await open(`/${path}`);
    await seen.page.getByText(message).waitFor();
    expect(await seen.page.getByRole("link", { name: "API keys" }).count()).toBe(0);
  });

  it("reads a generated page, and its row, without the means to change it", async () => {
    await open("/settings/slos");
    await seen.page.locator("main").getByRole("link", { name: "checkout / Checkout availability" }).click();
    await seen.page.getByText("You can read this. Changing it needs the role Org admin.").waitFor();
    await seen.page.getByRole("row", { name: /Target.*99\.9%/ }).waitFor();
    expect(await seen.page.getByRole("textbox").count()).toBe(0);
    await seen.page.getByText("At risk", { exact: true }).first().waitFor();
    await more(seen.page, "Show as code");
    await seen.page.getByRole("tab", { name: "MCP" }).click();
    await seen.page.getByText('"name": "get_slo"').waitFor();
    await seen.page.keyboard.press("Escape");
  });

  it("reads what the scanner matched, and what is served", async () => {
    await open(`/settings/prompt_templates/${console_.seeded.flaggedId}`);
    await region("Review").getByText("Ignore all previous instructions").first().waitFor();
    await open("/settings/prompt_templates");
    await region("Prompts in use").getByRole("link", { name: "Root cause, short" }).waitFor();
  });

  it("reads the gate's verdict, and asks it about any service", async () => {
    await open(`/settings/deploy_policies/${console_.seeded.policyId}`);
    await region("Deploy gate")
      .getByText(/Deploys are held/)
      .waitFor();
    expect(await region("Freeze").count()).toBe(0);
    await open("/settings/deploy_policies");
    await typeInto(seen.page.getByRole("combobox", { name: "Service", exact: true }), "unheard-of");
    await seen.page.getByRole("button", { name: "Ask the gate" }).click();
    await seen.page.getByText(/no policy, so the defaults apply/).waitFor();
  });

  it("reads a binding's origins, and resolves any service", async () => {
    await open("/settings/service_bindings/checkout%40production");
    await region("Resolved").getByText("123456789012").waitFor();
    await open("/settings/service_bindings");
    await typeInto(seen.page.getByRole("combobox", { name: "Service", exact: true }), "search");
    await seen.page.getByRole("button", { name: "Resolve" }).click();
    await region("Resolve a service").getByText("Convention").waitFor();
  });

  it("reads what would be mailed", async () => {
    await open("/settings/notification_settings");
    const grid = region("Events");
    expect(await grid.getByText("mailed", { exact: true }).count()).toBe(10);
    expect(await grid.getByRole("checkbox", { name: "Alert created" }).isDisabled()).toBe(true);
    const trial = region("Test mail");
    if (role === "viewer") return expect(await trial.count()).toBe(0);
    await trial.getByRole("button", { name: "Who would be mailed?" }).click();
    await trial.getByText("oncall@example.com").first().waitFor();
  });

  it("reads teams, the external id, the plan and the export", async () => {
    await open(`/settings/teams/${console_.seeded.teamId}`);
    await region("Members").getByText("No members yet.").waitFor();
    await open("/settings/aws_external_id");
    expect(await seen.page.getByRole("button", { name: "Rotate…" }).count()).toBe(0);
    await open("/plan");
    await seen.page.getByText("This organization is on the plan Business.").waitFor();
    await open("/export?resource=teams");
    await region("The file")
      .getByText(/resource "orgconfig_team" "platform/)
      .waitFor();
  });

  it("finds no action in the palette that takes more", async () => {
    await open("");
    await seen.page.keyboard.press("Control+k");
    const found = async (text: string) => {
      await typeInto(seen.page.getByRole("combobox", { name: "Find a page" }), text);
      await settled(seen.page);
      return seen.page.getByRole("option").allTextContents();
    };
    expect(await found("new")).toEqual(
      role === "viewer"
        ? ["New access tokenAction"]
        : expect.not.arrayContaining([expect.stringMatching(/API key|team|SLO/)]),
    );
    // Rows of on call, which members may add; not the override of the deploy gate.
    expect(await found("override")).toEqual([
      "On-call overridesOn call",
      ...(role === "member" ? ["New On-call overrideAction"] : []),
    ]);
    // Questions; a member may also resolve an alert.
    expect(await found("resolve")).toHaveLength(role === "member" ? 5 : 4);
    await seen.page.keyboard.press("Escape");
  });
});

it("lets a member do what members do", async () => {
  const { page, open, context, complaints } = await visit(console_, console_.people.member);
  await open(`${home}/settings/alert_mutes`);
  await page.getByRole("link", { name: "New alert mute" }).click();
  await typeInto(page.getByRole("textbox", { name: "Pattern" }), "NoisyAlert *");
  await typeInto(page.getByLabel("Reason"), "Maintenance");
  await typeInto(page.getByRole("textbox", { name: "Duration" }), "60");
  await page.getByRole("button", { name: "Create" }).click();
  await page.getByRole("heading", { name: "NoisyAlert *", level: 1 }).waitFor();
  await more(page, "Delete");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Delete/ })
    .click();
  await page.getByRole("heading", { name: "Alert mutes", level: 1 }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

describe("somebody in several organizations", () => {
  it("changes between them by the menu and the palette, and is what each made them", async () => {
    const second = await console_.site.makeOrganization({ name: "Second" });
    const person = await console_.site.makeMember(second.id, "org_admin", "rita@example.com");
    const invited = await console_.people.org_admin.send(
      "POST",
      `organizations/${console_.organization.slug}/members`,
      { body: { email: person.email, role: "viewer" } },
    );
    const seen = await visit(console_, person);
    const { page } = seen;
    // Whoever is signed in already accepts with one press.
    await seen.open(new URL(invited.body.invite_url).pathname);
    await page.getByText("rita@example.com is invited as viewer.").waitFor();
    await page.getByRole("button", { name: "Join" }).click();
    await page.getByTitle("Change the organization").getByText("Acme").waitFor();
    await page.goto(`${console_.origin}${home}/organization`);
    await page.getByRole("heading", { name: "You", exact: true }).waitFor();
    expect(await page.getByRole("link", { name: "Members" }).count()).toBe(0);

    await page.getByRole("button", { name: /Acme/ }).click();
    await page.getByRole("menuitem", { name: /Second/ }).click();
    await page.getByTitle("Change the organization").getByText("Second").waitFor();
    await page.getByRole("link", { name: "Organization", exact: true }).click();
    await page.getByRole("link", { name: "Members", exact: true }).waitFor();

    await page.keyboard.press("Control+k");
    await typeInto(page.getByRole("combobox", { name: "Find a page" }), "go to acme");
    await page.getByRole("option", { name: "Go to Acme" }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByTitle("Change the organization").getByText("Acme").waitFor();
    await page.goto(`${console_.origin}/`);
    await page.waitForURL(`**/o/${console_.organization.slug}`);

    const stranger = await console_.site.makeOrganization({ name: "Strangers" });
    await seen.open(`/o/${stranger.slug}/settings/teams`);
    await page.getByRole("heading", { name: "You cannot open this organization" }).waitFor();
    expect(seen.complaints).toEqual([]);
    await seen.context.close();
  });

  it("is shown when an invitation's link is used up", async () => {
    const seen = await visit(console_);
    await seen.open("/invitations/nothing");
    await seen.page.getByText("This link does not work").waitFor();
    await seen.context.close();
  });
});
