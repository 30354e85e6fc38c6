/** Somebody else asks people to add a way: a mail, and no more. */
import { entry } from "../../../engine/audit-entry.ts";
import type { Call } from "../../../engine/context.ts";
import { mailOwner, transact } from "../accounts/index.ts";
import type { WaysDeps } from "./deps.ts";

/** What people are asked for. */
export interface AskedFor {
  readonly kind: string;
  readonly id: string;
  readonly name: string;
}

export type Ask = (
  call: Call,
  emails: readonly string[],
  about: AskedFor,
) => Promise<readonly string[] | undefined>;

export function createAsk({ people, ways, throttle, onCommit }: WaysDeps): Ask {
  return async (call, emails, about) => {
    if (people.mailAccountChange === undefined) return undefined;
    const { id: organizationId } = call.caller.organization;
    const asked: string[] = [];
    for (const email of emails) {
      const person = await people.identity.users.byEmail(email);
      if (person === undefined || !(await throttle.mayAsk(person.id))) continue;
      await transact(people, [], async (transaction) => {
        const author = { ...call, actor: call.caller.actor };
        const on = [{ organization: { id: organizationId } }];
        await mailOwner(transaction, author, person, on, "way_wanted", about.name);
      });
      asked.push(email);
    }
    if (asked.length === 0) return asked;
    const record = entry(call, "ask_to_be_reached", about.kind, about.id, [
      { field: "people", before: null, after: asked },
    ]);
    await transact(people, [], ({ writer }) => ways.in(writer).record([{ organizationId, entry: record }]));
    onCommit();
    return asked;
  };
}
