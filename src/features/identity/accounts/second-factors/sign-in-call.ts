/** The second step of signing in. */
import { type AccountOperation, accountOperation } from "../../../../engine/operation.ts";
import { object, text } from "../../../../kernel/field.ts";
import { unprocessable } from "../../../../kernel/problem.ts";
import type { IdentityDeps } from "../deps.ts";
import { beginSession } from "../sessions.ts";
import { whoAmIShape } from "../shapes.ts";
import { answerChallenge } from "./challenge.ts";
import { authenticatorAnswer } from "./shapes.ts";

const input = {
  challenge: text({ description: "What the password was answered with.", max: 100 }),
  code: text({
    description: "The six digits that the app shows, or a recovery code.",
    max: 100,
    nullable: true,
    default: null,
  }),
  passkey: object({
    ...authenticatorAnswer(
      "What the browser answered to `passkey_options` (navigator.credentials.get), as JSON; in the place of a code.",
    ),
    nullable: true,
    default: null,
  }),
} as const;

export function secondFactorCall(deps: IdentityDeps): AccountOperation {
  return accountOperation({
    name: "send_second_factor",
    tag: "session",
    title: "Sign in with the second factor",
    description:
      "Begins the session of a sign-in that was answered 401 with the reason second_factor_required. A challenge works once, for 5 minutes and 5 attempts; a code works once.",
    method: "POST",
    path: "/api/v1/session/second_factor",
    credential: "none",
    input: { fields: input },
    status: 200,
    output: { value: whoAmIShape },
    async run(request) {
      const { challenge, code, passkey } = request.body;
      if ((code === null) === (passkey === null))
        throw unprocessable([
          { field: "code", message: "is required; or send passkey, and only one of them" },
        ]);
      const { account, used } = await answerChallenge(deps, request, challenge, { code, passkey });
      return beginSession(deps, request, account, used);
    },
  });
}
