/** A policy that holds changes of teams, and a proposal that it holds. */
import { expect } from "vitest";
import type { Console } from "./browser.ts";
import { act } from "./people.ts";

export interface ProposalScene {
  /** An action as the member, who proposes. */
  asMember(action: string, body: object): Promise<Record<string, unknown> & { id: string; digest: string }>;
  /** A proposal of the member's that an administrator has to approve. */
  propose(
    title: string,
    more?: object,
  ): Promise<{ readonly id: string; readonly digest: string; readonly hostname: string }>;
}

/** @param from what the names of rows begin with, so that no two proposals touch the same ones */
export async function proposalScene(console_: Console): Promise<ProposalScene> {
  await act(console_, "create_change_policy", {
    ...{ name: "Two pairs of eyes on teams", kinds: ["teams"], approvals: 1, by: "org_admin" },
  });
  const path = `organizations/${console_.organization.slug}/actions/`;
  const asMember: ProposalScene["asMember"] = async (action, body) => {
    const answer = await console_.people.member.send("POST", `${path}${action}`, { body });
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body;
  };
  let count = 0;
  return {
    asMember,
    async propose(title, more = {}) {
      count += 1;
      const hostname = `shop-${count}.example.com`;
      // Nobody has to look at monitors: they move while the proposal waits.
      await act(console_, "create_certificate_monitor", { hostname });
      const { id, digest } = await asMember("propose_change", {
        title,
        reason: "They take over the pager in May.",
        bundle: {
          teams: [{ name: `Crew ${count}` }],
          certificate_monitors: [{ hostname, interval_minutes: 30 }],
        },
        ...more,
      });
      return { id, digest, hostname };
    },
  };
}
