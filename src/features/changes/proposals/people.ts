/** Who acts on a proposal: the credential, and the person behind it. */
import { type Call, isByAgent, personBehind } from "../../../engine/context.ts";
import type { Approval, Behind } from "../../../engine/ports/needs.ts";
import { allows, levelOfRole } from "../../../kernel/access.ts";
import { foldEmail } from "../../../kernel/natural-key.ts";
import type { Identity, TeamRoster } from "../../identity/index.ts";
import type { Act } from "./stored.ts";

/** More people than a team has. */
export const everybody = 10_000;

/** The addresses of who is meant by ids of teams, and by org_admin. */
export async function addressesOf(
  people: TeamRoster,
  organizationId: string,
  asks: readonly string[],
): Promise<string[]> {
  const teams = asks.filter((one) => one !== "org_admin");
  const members = teams.length === 0 ? [] : await people.members(organizationId, teams, everybody);
  const admins = asks.includes("org_admin") ? await people.admins(organizationId) : [];
  return [...members, ...admins].map(({ email }) => email);
}

/** A key's owner is who made it, a token's who has it. */
export async function behind(
  identity: { readonly store: Pick<Identity["store"], "users" | "keys"> },
  call: Call,
): Promise<Behind> {
  const { actor, organization } = call.caller;
  const agent = isByAgent(call) ? ({ byAgent: true } as const) : {};
  const userId = personBehind(call.caller) ?? null;
  if (userId !== null) {
    const user = await identity.store.users.find(userId);
    return { actor, email: addressIn(user?.email), userId, ...agent };
  }
  if (actor.kind !== "key") return { actor, email: null, userId, ...agent };
  const key = await identity.store.keys.find(organization.id, actor.id);
  return { actor, email: addressIn(key?.createdBy), userId, ...agent };
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

/** Whether they did so themselves: done once more by the same person, an act changes nothing. */
export function didSo(acts: readonly Act[], kind: Act["kind"], own: Behind): boolean {
  return acts.some((act) => act.kind === kind && isSamePerson(act, own));
}

/** Who said yes to what the digest stands for, each person once. */
export function approvalsIn(acts: readonly Act[], digest: string): Approval[] {
  const all = acts.filter((act) => act.kind === "approve" && act.digest === digest);
  return all
    .filter((act, index) => !all.slice(0, index).some((earlier) => isSamePerson(earlier, act)))
    .map(({ actor, email, userId, at }) => ({ actor, email, userId, at: new Date(at) }));
}

/** Whether somebody who might write then is still there, with as much of a right as they had. */
export async function standsBehind(
  identity: Pick<Identity, "store">,
  organizationId: string,
  { actor, email, userId, level, writes }: Act,
  now: Date,
): Promise<boolean> {
  if (!writes) return false;
  if (actor.kind === "key") {
    const key = await identity.store.keys.find(organizationId, actor.id);
    if (key === undefined || (key.expiresAt !== null && key.expiresAt <= now)) return false;
  }
  // Of a key made long ago the person is known by their address alone.
  const known = email === null ? undefined : (await identity.store.users.byEmail(email))?.id;
  const person = userId ?? known;
  if (person === undefined) return actor.kind === "key";
  const member = await identity.store.members.find(organizationId, person);
  return member !== undefined && member.acceptedAt !== null && allows(levelOfRole(member.role), level);
}
