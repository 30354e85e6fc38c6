import type { Operation } from "../../../engine/operation.ts";
import { accountCalls } from "./account.ts";
import type { IdentityDeps } from "./deps.ts";
import { invitationCalls } from "./invitations.ts";
import { keyCalls } from "./keys.ts";
import { memberCalls } from "./member-calls.ts";
import { memberOperations } from "./member-operations.ts";
import { operatorCalls } from "./operator-calls.ts";
import { resetRequestCalls } from "./reset-requests.ts";
import { resetCalls } from "./resets.ts";
import { secondFactorCalls } from "./second-factors/account-calls.ts";
import { memberSafetyCalls } from "./second-factors/member-calls.ts";
import { secondFactorCall } from "./second-factors/sign-in-call.ts";
import { sessionCalls } from "./sessions.ts";
import { tokenCalls } from "./tokens.ts";

/** Every call about people, credentials and organizations, in the order in which documents show them. */
export function identityCalls(deps: IdentityDeps): Operation[] {
  return [
    ...sessionCalls(deps),
    ...invitationCalls(deps),
    ...resetCalls(deps),
    ...resetRequestCalls(deps),
    ...accountCalls(deps),
    ...tokenCalls(deps),
    ...keyCalls(deps),
    ...memberCalls(deps),
    ...memberOperations(deps),
    ...operatorCalls(deps),
    secondFactorCall(deps),
    ...secondFactorCalls(deps),
    ...memberSafetyCalls(deps),
  ];
}
