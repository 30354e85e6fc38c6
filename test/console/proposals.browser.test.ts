/** Proposals in the console: found, read, talked about, approved, applied, watched, kept and taken back. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "../support/until.ts";
import { faults } from "./axe.ts";
import { type Console, startConsole, typeInto, type Visit } from "./browser.ts";
import { act, as } from "./people.ts";
import { type ProposalScene, proposalScene } from "./proposal-scene.ts";

let console_: Console;
let scene: ProposalScene;
let home: string;
beforeAll(async () => {
  console_ = await startConsole();
  scene = await proposalScene(console_);
  home = `/o/${console_.organization.slug}`;
}, 600_000);
afterAll(() => console_?.close());

const pageOf = (id: string) => `${home}/proposals/${id}`;

/** By keys alone: the button that has the focus is pressed. */
async function press({ page }: Pick<Visit, "page">, name: string, within = page.locator("body")) {
  // A dialog takes the focus to its first field a moment after it is drawn, from a button that has it by then, too.
  if ((await within.getAttribute("role")) === "dialog")
    await until(() => within.evaluate((one) => one.contains(one.ownerDocument.activeElement)));
  await within.getByRole("button", { name, exact: true }).focus();
  await page.keyboard.press("Enter");
}

const teams = async () =>
  ((await act(console_, "list_teams", {})).data as { name: string }[]).map((one) => one.name);

describe("a proposal", () => {
  it("is found in the list, read, talked about, approved and applied, all by keys", async () => {
    const { id } = await scene.propose("The new crew takes the pager");
    // The service's own link leads here.
    const { link } = (await act(console_, "get_proposal", { id })) as { link: string };
    expect(new URL(link).pathname).toBe(pageOf(id));
    await as(console_, "org_admin", async (seen) => {
      const { page, open } = seen;
      await open(`${home}/changes`);
      await page.getByRole("link", { name: "Proposals", exact: true }).focus();
      await page.keyboard.press("Enter");
      const mine = page.getByRole("region", { name: "Waits for you" });
      const entry = mine.getByRole("link", { name: "The new crew takes the pager" });
      await entry.focus();
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "The new crew takes the pager", level: 1 }).waitFor();
      await page.getByText("They take over the pager in May.").waitFor();
      const needs = page.getByRole("region", { name: "Who has to look" });
      await needs.getByRole("link", { name: "Two pairs of eyes on teams" }).waitFor();
      await needs.getByText("1 approval by an administrator").waitFor();
      await page.getByText("It waits for you.").waitFor();
      expect(await faults(seen)).toEqual([]);

      await press(seen, "Comment on this change: Team Crew 1");
      await page.keyboard.type("Is this the right name?");
      await press(seen, "Comment", page.getByRole("region", { name: "Teams" }));
      await page.getByRole("region", { name: "Teams" }).getByText("Is this the right name?").waitFor();
      await typeInto(page.getByLabel("Your comment"), "Otherwise fine.");
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await page.getByRole("listitem").filter({ hasText: "wrote" }).getByText("Otherwise fine.").waitFor();

      await press(seen, "Approve");
      const dialog = page.getByRole("dialog");
      await dialog.getByText("You approve 2 changes, as the page shows them.").waitFor();
      await page.keyboard.type("Good.");
      await press(seen, "Approve", dialog);
      await needs.getByText("1 of 1 so far").waitFor();
      await press(seen, "Apply");
      await press(seen, "Apply", dialog);
      await page.getByText(/^Applied just now by/).waitFor();
      expect(await teams()).toContain("Crew 1");
      await open(`${home}/changes`);
      await page.getByText(/ by the proposal The new crew takes the pager/).waitFor();
      await open(`${home}/settings/teams?q=Crew 1`);
      await page.getByRole("link", { name: "Crew 1" }).press("Enter");
      await page.getByRole("tab", { name: "History" }).press("Enter");
      await page.getByRole("link", { name: "The new crew takes the pager" }).waitFor();
    });
  });

  it("that does something else since says what is different, and asks again", async () => {
    const { id, hostname } = await scene.propose("A monitor that moves");
    const { data } = (await act(console_, "list_certificate_monitors", {})) as {
      data: { id: string; hostname: string }[];
    };
    const monitor = data.find((one) => one.hostname === hostname);
    await as(console_, "org_admin", async (seen) => {
      const { page, open } = seen;
      await open(pageOf(id));
      await press(seen, "Approve");
      await act(console_, "update_certificate_monitor", { id: monitor?.id, interval_minutes: 15 });
      const dialog = page.getByRole("dialog");
      await page.keyboard.type("I looked.");
      await press(seen, "Approve", dialog);
      const different = dialog.getByRole("alert");
      await different.getByText("It does something else now").waitFor();
      await different.getByText("15 min").waitFor();
      await different.getByText("12 h").waitFor();
      // What was typed stays.
      expect(await dialog.getByLabel("Comment").inputValue()).toBe("I looked.");
      expect(await faults(seen)).toEqual([]);
      await press(seen, "Approve as it is now", dialog);
      await page.getByText("1 of 1 so far").waitFor();
    });
    expect(await act(console_, "get_proposal", { id })).toMatchObject({ status: "approved" });
  });

  it("shows what another one would do with the same field", async () => {
    const [one] = [await scene.propose("Every half hour")];
    const bundle = { certificate_monitors: [{ hostname: one.hostname, interval_minutes: 45 }] };
    await scene.asMember("propose_change", { title: "Every 45 minutes", bundle });
    await as(console_, "org_admin", async ({ page, open }) => {
      await open(pageOf(one.id));
      const conflicts = page.getByRole("region", { name: "Conflicts: 1" });
      await conflicts.getByRole("link", { name: "Every 45 minutes" }).waitFor();
      await conflicts.getByText("45 min", { exact: true }).waitFor();
      await conflicts.getByText("30 min").waitFor();
    });
  });

  it("says who may do what, and why others may not", async () => {
    const { id } = await scene.propose("Not for everybody");
    await as(console_, "viewer", async ({ page, open }) => {
      await open(pageOf(id));
      await page.getByText("Deciding on it needs the role Member.").waitFor();
      expect(await page.getByRole("region", { name: "Decide" }).getByRole("button").count()).toBe(0);
      expect(await page.getByLabel("Your comment").count()).toBe(0);
    });
    await as(console_, "member", async (seen) => {
      const { page, open } = seen;
      await open(pageOf(id));
      await page.getByText(/^Approve: This proposal is approved by an administrator/).waitFor();
      await page.getByText(/^Apply: The proposal waits to be approved/).waitFor();
      await press(seen, "Withdraw");
      await press(seen, "Withdraw", page.getByRole("dialog"));
      await page.getByText("max@example.com withdrew it").waitFor();
      expect(await page.getByRole("region", { name: "Decide" }).count()).toBe(0);
    });
  });

  it("that is nowhere says so", () =>
    as(console_, "org_admin", async ({ page, open }) => {
      await open(pageOf("prop_nothing"));
      await page.getByRole("heading", { level: 1 }).waitFor();
      expect(await page.getByRole("button", { name: "Approve" }).count()).toBe(0);
    }));
});

describe("what is watched", () => {
  async function applied(title: string): Promise<string> {
    const { id, digest } = await scene.propose(title, {
      confirm_within_minutes: 60,
      revert_if: [{ service: "checkout", critical_alerts: 3 }, { engine: "refuses" }],
    });
    for (const step of ["approve", "apply"])
      await act(console_, "decide_proposal", { id, act: step, digest });
    await console_.test.service.proposals.flush();
    return id;
  }

  it("shows what is measured and the time that is left, in the organization's zone, and is kept", async () => {
    const id = await applied("Kept in the end");
    const { confirm_by } = (await act(console_, "get_proposal", { id })) as { confirm_by: string };
    const clock = new Intl.DateTimeFormat("en-GB", {
      ...({ hour: "2-digit", minute: "2-digit", timeZone: "Europe/Berlin" } as const),
    }).format(new Date(confirm_by));
    await as(
      console_,
      "org_admin",
      async (seen) => {
        const { page, open } = seen;
        await open(`${home}/proposals`);
        await page
          .getByRole("region", { name: "Being watched" })
          .getByRole("link", { name: "Kept in the end" })
          .click();
        const watch = page.getByRole("region", { name: "Being watched" });
        await watch.getByText(new RegExp(`${clock} \\(Europe/Berlin\\)`)).waitFor();
        await watch.getByText("0 of at most 3").waitFor();
        await watch.getByText("not measured").first().waitFor();
        expect(await watch.getByRole("timer").textContent()).toMatch(/^\d+:\d\d(:\d\d)? left$/);
        expect(await faults(seen)).toEqual([]);
        await press(seen, "Keep");
        await page.getByText("ada@example.com kept it").waitFor();
        expect(await watch.count()).toBe(0);
      },
      { timeZone: "America/Los_Angeles" },
    );
  });

  it("is taken back, with a reason, and by thumb", async () => {
    const id = await applied("Taken back in the end");
    await as(
      console_,
      "org_admin",
      async (seen) => {
        const { page, open } = seen;
        await open(pageOf(id));
        await page.getByRole("button", { name: "Take back" }).tap();
        const dialog = page.getByRole("dialog");
        await dialog.getByLabel("Comment").tap();
        await page.keyboard.type("Checkout got slow.");
        await dialog.getByRole("button", { name: "Take back" }).tap();
        await page.getByText("ada@example.com took it back").waitFor();
        await page.getByText("Checkout got slow.").waitFor();
      },
      { width: 390, height: 844, touch: true },
    );
    expect(await act(console_, "get_proposal", { id })).toMatchObject({ status: "reverted" });
  });
});

it("on a phone is approved with the effects read", async () => {
  const { data } = (await act(console_, "list_alert_routes", {})) as { data: { id: string; name: string }[] };
  const route = data.find(({ name }) => name === "Critical to platform");
  const fields = { matchers: ['severity="critical"', 'service="checkout"'] };
  const { id } = await scene.asMember("propose_change", {
    title: "Search is left out of the route for critical alerts",
    edits: [
      { op: "save", resource: "alert_routes", id: route?.id, fields },
      { op: "create", resource: "teams", fields: { name: "Search" } },
    ],
  });
  await as(
    console_,
    "org_admin",
    async (seen) => {
      const { page, open } = seen;
      await open(pageOf(id));
      await page
        .getByText(/would have reached nobody/)
        .first()
        .waitFor();
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
      expect(await faults(seen)).toEqual([]);
      const approve = page.getByRole("region", { name: "Decide" }).getByRole("button", { name: "Approve" });
      // A thumb reaches it wherever the page stands.
      const box = await approve.boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(44);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(844);
      await approve.tap();
      await page.getByRole("dialog").getByRole("button", { name: "Approve" }).tap();
      await page.getByText("1 of 1 so far").waitFor();
    },
    { width: 390, height: 844, touch: true },
  );
});

describe("what a policy holds is asked about, and proposed, when it is", () => {
  const makeTeam = async (name: string) =>
    String((await act(console_, "create_team", { name, break_glass: "Nobody is awake." })).id);
  /** From a list by its box, from a row's menu, on a plan's page, at an alert, and by a sentence. */
  const acts: Readonly<Record<string, (seen: Visit) => Promise<void>>> = {
    async "a delete on the row's page"(seen) {
      await seen.open(`${home}/settings/teams/${await makeTeam("Crew of none")}`);
      await press(seen, "More");
      await seen.page.getByRole("menuitem", { name: "Delete" }).press("Enter");
      await press(seen, "Delete Crew of none", seen.page.getByRole("dialog"));
    },
    async "many rows at once"(seen) {
      await makeTeam("Crew of many");
      await seen.open(`${home}/settings/teams`);
      const box = seen.page.getByRole("checkbox", { name: "Select Crew of many" });
      await box.focus();
      await box.press("Space");
      await press(seen, "Delete");
      await press(seen, "Propose …", seen.page.getByRole("dialog"));
    },
    async "a plan's apply"(seen) {
      const bundle = { teams: [{ name: "Planned" }] };
      const { id } = (await act(console_, "plan_changes", { bundle })) as { id: string };
      await seen.open(`${home}/plans/${id}`);
      await press(seen, "Propose …");
    },
    async "a mute at an alert"(seen) {
      await seen.open(`${home}/alerts/${console_.seeded.alertId}`);
      await seen.page.getByRole("button", { name: /^Mute/ }).first().press("Enter");
      const dialog = seen.page.getByRole("dialog");
      await typeInto(dialog.getByRole("textbox", { name: "Reason" }), "Known.");
      await press(seen, "Mute", dialog);
    },
    async "a mute by a sentence"(seen) {
      await seen.open(`${home}/keys`);
      await seen.page.keyboard.press("ControlOrMeta+k");
      await seen.page.keyboard.type("mute checkout until tomorrow 9:00");
      await seen.page.getByRole("option", { name: /^Mute checkout until/, selected: true }).waitFor();
      await seen.page.keyboard.press("Enter");
      await press(seen, "Mute", seen.page.getByRole("dialog"));
    },
  };
  beforeAll(() =>
    act(console_, "create_change_policy", {
      name: "Mutes are looked at",
      kinds: ["alert_mutes"],
      by: "org_admin",
    }),
  );

  it.each(Object.entries(acts))("%s", (_name, doIt) =>
    as(console_, "org_admin", async (seen) => {
      const { page } = seen;
      await doIt(seen);
      const question = page.getByRole("dialog", { name: "Propose this change" });
      await question.getByText("1 approval by an administrator").waitFor();
      await typeInto(question.getByRole("textbox", { name: "Why", exact: true }), "Said why.");
      await press(seen, "Propose", question);
      await page.getByRole("heading", { name: "Who has to look" }).waitFor();
      await page.getByText("Said why.").waitFor();
      expect(await page.getByRole("dialog").count()).toBe(0);
      expect(await page.getByText("Nothing was changed: it is held").count()).toBe(0);
    }),
  );

  it("and is left, or done by an administrator who says why it cannot wait", () =>
    as(console_, "org_admin", async (seen) => {
      const { page, open } = seen;
      await makeTeam("Short-lived");
      await open(`${home}/settings/teams?q=Short-lived`);
      await page.getByRole("button", { name: /^More for Short-lived/ }).press("Enter");
      await page.getByRole("menuitem", { name: "Delete" }).press("Enter");
      await press(seen, "Delete Short-lived", page.getByRole("dialog"));
      const question = page.getByRole("dialog", { name: "Propose this change" });
      await question.waitFor();
      await press(seen, "Cancel", question);
      await page.getByText(/^Nothing was changed: it is held.*Two pairs of eyes on teams/).waitFor();
      await press(seen, "Delete Short-lived", page.getByRole("dialog"));
      await press(seen, "It cannot wait", question);
      await typeInto(question.getByLabel("Why it cannot wait"), "It pages the wrong people.");
      await page.keyboard.press("Enter");
      await page.getByText("Deleted Short-lived").waitFor();
      expect(await teams()).not.toContain("Short-lived");
    }));
});

describe("a form whose change a policy holds", () => {
  it("says so beforehand, and proposes it", () =>
    as(console_, "org_admin", async (seen) => {
      const { page, open } = seen;
      await open(`${home}/new/teams`);
      await typeInto(page.locator('input[data-path="name"]'), "Harbour");
      await page.getByText(/It needs 1 approval by an administrator/).waitFor();
      await press(seen, "Propose");
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Title").waitFor();
      expect(await dialog.getByLabel("Title").inputValue()).toBe("New team Harbour");
      await typeInto(dialog.getByRole("textbox", { name: "Why", exact: true }), "They unload ships.");
      expect(await faults(seen)).toEqual([]);
      await press(seen, "Propose", dialog);
      await page.getByRole("heading", { name: "New team Harbour", level: 1 }).waitFor();
      await page.getByText("They unload ships.").waitFor();
      expect(await teams()).not.toContain("Harbour");
    }));

  it("is saved by an administrator who says why it cannot wait", () =>
    as(console_, "org_admin", async (seen) => {
      const { page, open } = seen;
      await open(`${home}/new/teams`);
      await typeInto(page.locator('input[data-path="name"]'), "Night");
      await page.getByText(/It needs 1 approval by an administrator/).waitFor();
      await press(seen, "Propose");
      const dialog = page.getByRole("dialog");
      await press(seen, "It cannot wait", dialog);
      await typeInto(dialog.getByLabel("Why it cannot wait"), "Nobody else is awake.");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "Night", level: 1 }).waitFor();
      expect(await teams()).toContain("Night");
      // The row says so until somebody has looked; who made it waits for another one.
      const mark = page.getByRole("region", { name: "Past a change policy" });
      await mark.getByText(/^Changed past Two pairs of eyes on teams by ada@example.com/).waitFor();
      await mark.getByText("Nobody else is awake.").waitFor();
      expect(await faults(seen)).toEqual([]);
      await mark.getByRole("link", { name: "Look at it" }).press("Enter");
      await page.getByRole("heading", { name: /^Past Two pairs of eyes on teams/, level: 1 }).waitFor();
      await page.getByText("Not looked at").waitFor();
    }));
});
