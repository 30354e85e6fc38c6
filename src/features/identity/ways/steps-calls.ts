/** By which ways a person wants to be reached, one after the other. */
import { type AccountOperation, accountOperation } from "../../../engine/operation.ts";
import { type Problem, unprocessable } from "../../../kernel/problem.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { ownTrail, refuseUnreached, sessionOf, transact } from "../accounts/index.ts";
import type { Urgency } from "./column-types.ts";
import { ownMailId, type WaysDeps, waysLock } from "./deps.ts";
import { stepFields, stepsShape } from "./shapes.ts";
import type { StoredStep, StoredWay } from "./store.ts";

const path = "/api/v1/account/steps";
const shared = { tag: "account", subject: "ways", credential: "session", status: 200, path } as const;
export const urgencies = ["page", "other"] as const satisfies readonly Urgency[];

export function stepCalls(deps: WaysDeps): AccountOperation[] {
  return [
    {
      ...shared,
      name: "get_steps",
      title: "Your steps",
      description: "By which ways the signed-in person is reached by a page, and by anything else.",
      method: "GET",
      output: { value: stepsShape },
      async run(request) {
        const { user } = sessionOf(request);
        return { body: await stepsAnswer(deps.ways, user.id) };
      },
    },
    setSteps(deps),
  ];
}

function setSteps(deps: WaysDeps): AccountOperation {
  return accountOperation({
    ...shared,
    name: "set_steps",
    title: "Set your steps",
    description:
      "Sets by which of their verified ways the signed-in person is reached, and how many seconds after the beginning. An urgency without steps has the default.",
    method: "PUT",
    input: { fields: stepFields },
    output: { value: stepsShape },
    async run(request) {
      const session = sessionOf(request);
      refuseUnreached(session);
      const { id: userId } = session.user;
      const { page, other } = request.body;
      const sent = { page, other };
      const trail = ownTrail(request, { action: "set_steps", resource: "ways", rowId: userId });
      const body = await transact(deps.people, [waysLock(userId)], async ({ writer }) => {
        const ways = deps.ways.in(writer);
        const problems = problemsOf(sent, await ways.list(userId));
        if (problems.length > 0) throw unprocessable(problems);
        for (const urgency of urgencies)
          await ways.replaceSteps(userId, urgency, sent[urgency].map(storedStep));
        await ways.record(trail);
        return stepsAnswer(ways, userId);
      });
      deps.onCommit();
      return { body };
    },
  });
}

interface SentStep {
  readonly way_id: string;
  readonly after_seconds: number;
}

function problemsOf(
  sent: Readonly<Record<Urgency, readonly SentStep[]>>,
  ways: readonly StoredWay[],
): Problem[] {
  return urgencies.flatMap((urgency) =>
    sent[urgency].flatMap(({ way_id }, at): Problem[] => {
      const field = `${urgency}[${at}].way_id`;
      const way = ways.find(({ id }) => id === way_id);
      if (way_id === ownMailId || (way !== undefined && way.verifiedAt !== null)) return [];
      const message =
        way === undefined
          ? "is no way of yours; GET /api/v1/account/ways lists them"
          : "is not verified yet; enter the code that was sent there first";
      return [{ field, message }];
    }),
  );
}

function storedStep({ way_id, after_seconds }: SentStep): StoredStep {
  return { wayId: way_id === ownMailId ? null : way_id, afterSeconds: after_seconds };
}

async function stepsAnswer(
  ways: Pick<WaysDeps["ways"], "steps" | "list">,
  userId: string,
): Promise<JsonObject> {
  const stored = await ways.steps(userId);
  const verified = (await ways.list(userId)).filter(({ verifiedAt }) => verifiedAt !== null);
  const atOnce = (way_id: string) => ({ way_id, after_seconds: 0 });
  const usual = {
    page: [atOnce(ownMailId), ...verified.map(({ id }) => atOnce(id))],
    other: [atOnce(ownMailId)],
  };
  const own = (urgency: Urgency) =>
    stored
      .filter((step) => step.urgency === urgency)
      .map(({ wayId, afterSeconds }) => ({ way_id: wayId ?? ownMailId, after_seconds: afterSeconds }));
  const shown = (urgency: Urgency) => (own(urgency).length === 0 ? usual[urgency] : own(urgency));
  return {
    page: shown("page"),
    other: shown("other"),
    defaults: urgencies.filter((urgency) => own(urgency).length === 0),
  };
}
