/** Who acts on a proposal: the credential, and the person behind it. */
import { type Call, isByAgent, personBehind } from "../../../engine/context.ts";
import type { Approval, Behind } from "../../../engine/ports/needs.ts";
import { foldEmail } from "../../../kernel/natural-key.ts";
import type { Identity } from "../../identity/index.ts";
import type { Act } from "./stored.ts";

/** A key's owner is who made it, a token's who has it. */
export async function behind(identity: Pick<Identity, "store">, call: Call): Promise<Behind> {
  const { actor, organization } = call.caller;
  const agent = isByAgent(call) ? ({ byAgent: true } as const) : {};
  const person = personBehind(call.caller);
  if (person !== undefined) {
    const user = await identity.store.users.find(person);
    return { actor, email: addressIn(user?.email), ...agent };
  }
  if (actor.kind !== "key") return { actor, email: null, ...agent };
  const key = await identity.store.keys.find(organization.id, actor.id);
  return { actor, email: addressIn(key?.createdBy), ...agent };
}

/** Of a key that a token made, the maker's name has the token's behind the address. */
function addressIn(name: string | undefined): string | null {
  const [first = ""] = (name ?? "").split(" ");
  return first.includes("@") ? foldEmail(first) : null;
}

/** Whether both are one person, or one credential that no person is known of. */
export function isSamePerson(one: Behind, other: Behind): boolean {
  if (one.actor.id === other.actor.id) return true;
  return one.email !== null && one.email === other.email;
}

/** Who said yes to what the digest stands for, each person once. */
export function approvalsIn(acts: readonly Act[], digest: string): Approval[] {
  const all = acts.filter((act) => act.kind === "approve" && act.digest === digest);
  return all
    .filter((act, index) => !all.slice(0, index).some((earlier) => isSamePerson(earlier, act)))
    .map(({ actor, email, at }) => ({ actor, email, at: new Date(at) }));
}
