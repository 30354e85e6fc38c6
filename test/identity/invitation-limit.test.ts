/** How often one address is mailed an invitation: no mailbox is filled, and nobody uses up another's share. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mailLimits } from "../../src/features/identity/accounts/invitation-limit.ts";
import { type MailServer, newestLink, startMailServer } from "../events/support.ts";
import { startService, type TestService } from "../support/service.ts";
import { goodPassword, type Person, type Site, siteOf } from "../support/sign-in.ts";

let mail: MailServer;
let test: TestService;
let site: Site;
beforeAll(async () => {
  mail = await startMailServer();
  test = await startService({ SMTP_URL: mail.url });
  site = siteOf(test);
});
afterAll(async () => {
  await test.close();
  await mail.close();
});

interface Inviter {
  readonly admin: Person;
  readonly members: string;
}

async function makeInviter(): Promise<Inviter> {
  const { id } = await site.makeOrganization();
  return { admin: await site.makeMember(id, "org_admin"), members: `organizations/${id}/members` };
}

const invite = ({ admin, members }: Inviter, email: string) =>
  admin.send("POST", members, { body: { email, role: "viewer" } });

/** Invites, and withdraws each time, until it is refused; answers how often it went. */
async function exhaust(inviter: Inviter, email: string): Promise<number> {
  for (let count = 0; ; count += 1) {
    const { status, body, headers } = await invite(inviter, email);
    if (status !== 201) {
      expect([status, body.error, body.field]).toEqual([429, "rate_limited", "email"]);
      expect(Number(headers["retry-after"])).toBeGreaterThan(3_500);
      return count;
    }
    await inviter.admin.send("DELETE", `${inviter.members}/${body.id}`);
  }
}

describe("one address", () => {
  it("is mailed so often by one organization, and as often again by the next, up to the bound of all", async () => {
    const email = "wanted@example.com";
    const inviters = await Promise.all(Array.from({ length: 5 }, makeInviter));
    const sent: number[] = [];
    for (const inviter of inviters) sent.push(await exhaust(inviter, email.toUpperCase()));
    const { organization, address } = mailLimits;
    expect(sent).toEqual([
      organization,
      organization,
      organization,
      organization,
      address - 4 * organization,
    ]);
    await test.service.delivery.flush();
    expect(mail.mails.filter(({ to }) => to[0]?.toLowerCase() === email)).toHaveLength(address);
    expect((await invite(inviters[0] as Inviter, "another@example.com")).status).toBe(201);

    // As though it had been an hour ago.
    await test.database.queryText(
      { name: "test-age", text: "UPDATE deliveries SET created_at = created_at - interval '1 hour'" },
      [],
    );
    expect((await invite(inviters[0] as Inviter, email)).status).toBe(201);
  });

  it("is counted on every node, also when they ask at once", async () => {
    const email = "at-once@example.com";
    const one = await makeInviter();
    const made = await invite(one, email);
    const again = await Promise.all(
      Array.from({ length: mailLimits.organization + 2 }, () =>
        one.admin.send("POST", `${one.members}/${made.body.id}/invitation`),
      ),
    );
    const went = again.filter(({ status }) => status === 201);
    expect(went).toHaveLength(mailLimits.organization - 1);
    expect(again.filter(({ status }) => status === 429)).toHaveLength(3);
  });
});

describe("an invitation that is sent again", () => {
  it("has one link, the newest; a member is sent none", async () => {
    const inviter = await makeInviter();
    const email = "again@example.com";
    const { body } = await invite(inviter, email);
    await test.service.delivery.flush();
    const first = newestLink(mail, email).split("/").at(-1);
    const renew = () => inviter.admin.send("POST", `${inviter.members}/${body.id}/invitation`);
    const renewed = await renew();
    expect([renewed.status, renewed.body.status, renewed.body.invite_url]).toEqual([
      201,
      "invited",
      undefined,
    ]);
    await test.service.delivery.flush();
    const second = newestLink(mail, email).split("/").at(-1);
    expect((await site.browser()("GET", `invitations/${first}`)).status).toBe(404);
    const open = { name: "test-open", text: "SELECT hash FROM invitations WHERE user_id = $1" };
    expect(await test.database.queryText(open, [body.id])).toHaveLength(1);
    const accepted = await site.browser()("POST", `invitations/${second}`, {
      body: { password: goodPassword },
    });
    expect(accepted.status).toBe(200);
    const member = await renew();
    expect([member.status, member.body.current.id]).toEqual([409, body.id]);
  });
});
