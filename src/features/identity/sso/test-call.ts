/** Tries a connection before it is switched on: a sign-in that shows the claims and lets nobody in. */
import type { Organization } from "../../../engine/context.ts";
import { type AccountOperation, type AccountRequest, accountOperation } from "../../../engine/operation.ts";
import { Refusal } from "../../../kernel/problem.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { callerOf, hashOf, newSecret, sessionOf } from "../accounts/index.ts";
import { roleOf, standingOf } from "./admission.ts";
import { type Claims, groupsOf, roleAfter, teamsAfter } from "./claims.ts";
import type { PendingContent } from "./column-types.ts";
import type { SsoDeps } from "./deps.ts";
import { connectionOf, ofOrganization, settingsPath } from "./settings-calls.ts";
import { type ConnectionSettings, testInput, testShape } from "./shapes.ts";
import { flowMs, leave, messageOf } from "./sign-in-calls.ts";

export function testCall(deps: SsoDeps): AccountOperation {
  return accountOperation({
    ...ofOrganization,
    name: "test_sso",
    title: "Test the organization's own sign-in",
    description:
      "Without `id` it begins a test of what is saved, switched on or not: `url` is where this browser goes to sign in at the provider. Sent again with the `id`, it answers the claims, and the role and teams that follow. It changes nothing.",
    method: "POST",
    path: `${settingsPath}/test`,
    status: 200,
    input: { fields: testInput },
    output: { value: testShape },
    async run(request) {
      const { organization } = callerOf(request);
      const { id } = request.body;
      const connection = await connectionOf(deps, organization);
      if (id !== null) return { body: await resultOf(deps, request, organization, connection.settings, id) };
      const { value, hash } = newSecret();
      const { now } = request;
      const user_id = sessionOf(request).user.id;
      const { url, flowMark } = await leave(deps, request, organization, connection, {
        test: value,
        user_id,
      });
      const expiresAt = new Date(now.getTime() + flowMs);
      await deps.sso.begin(
        organization.id,
        "test",
        hash,
        { user_id, status: "waiting", url },
        { now, expiresAt },
      );
      return { body: rendered(value, { status: "waiting", url }), flowMark };
    },
  });
}

async function resultOf(
  { sso }: SsoDeps,
  request: AccountRequest,
  organization: Organization,
  settings: ConnectionSettings,
  id: string,
): Promise<JsonObject> {
  const test = await sso.look("test", hashOf(id), request.now);
  if (test?.organizationId !== organization.id || test.content.user_id !== sessionOf(request).user.id)
    throw new Refusal("not_found", "There is no such test of yours, or it is over; begin another.", {
      field: "id",
    });
  const { status, url = null, problem = null, claims } = test.content;
  if (status !== "done") return rendered(id, { status: status ?? "waiting", url, problem });
  return rendered(id, { status: "done", ...meaningOf(claims as Claims, settings) });
}

/** What a sign-in with these claims would lead to, for somebody who is no member yet. */
function meaningOf(claims: Claims, settings: ConnectionSettings): PendingContent {
  const groups = groupsOf(claims, settings.groups_claim) ?? [];
  return {
    claims,
    role: roleAfter(groups, settings, undefined) ?? null,
    team_ids: teamsAfter(groups, settings).join,
    problem: problemOf(claims, settings),
  };
}

function problemOf(claims: Claims, settings: ConnectionSettings): string | null {
  try {
    const { groups } = standingOf(claims, settings);
    roleOf(groups, settings, undefined);
    return null;
  } catch (error) {
    return messageOf(error);
  }
}

function rendered(id: string, said: PendingContent): JsonObject {
  return { id, url: null, claims: null, role: null, team_ids: [], problem: null, ...said };
}
