/** What a calendar's address answers: the shifts of a rota, or those of a person in all of their organizations. */
import { currentTime } from "../../../engine/clock.ts";
import type { Store, Writer } from "../../../engine/ports/rows.ts";
import { withTransaction } from "../../../engine/transaction.ts";
import { addressAllowed } from "../../../kernel/address.ts";
import { calendarText } from "../../../kernel/calendar.ts";
import { foldEmail } from "../../../kernel/natural-key.ts";
import { shiftsOf } from "../../../shifts/shifts.ts";
import type { IdentityStore, Teams } from "../../identity/index.ts";
import type { OnCallRota, OnCallRows, ReadOnCall } from "../rotas/index.ts";
import { type FeedEvent, type FeedMemory, lookedAt, remembered, type Slot } from "./memory.ts";
import type { createFeedStore, FoundFeed, RotaFeed } from "./store.ts";

export interface ReadDeps {
  readonly store: Store;
  readonly feeds: ReturnType<typeof createFeedStore>;
  readonly rowsOf: ReadOnCall;
  readonly roster: Teams["roster"];
  readonly identity: IdentityStore;
}

/** So often it is written that a calendar was read. */
const notedMs = 3_600_000;

/**
 * The calendar as text; undefined where the address leads nowhere any more, or may not be read from there.
 * @param address of the reader: an organization with an `ip_allowlist` shows its shifts to no other
 */
export function readFeed(
  deps: ReadDeps,
  found: FoundFeed,
  address: string | undefined,
): Promise<string | undefined> {
  return withTransaction(deps.store, [], (writer) =>
    found.of === "rota"
      ? readRota(deps, writer, found.feed, address)
      : readAccount(deps, writer, found.userId, address),
  );
}

async function readRota(
  { feeds, rowsOf, roster, identity }: ReadDeps,
  writer: Writer,
  feed: RotaFeed,
  address: string | undefined,
): Promise<string | undefined> {
  const { organizationId, owner } = feed;
  const organization = await identity.in(writer).organizations.find(organizationId);
  if (organization === undefined || !addressAllowed(address, organization.ipAllowlist)) return undefined;
  const people = await roster.in(writer).everybody(organizationId);
  if (owner !== "" && !people.some(({ userId }) => userId === owner)) return undefined;
  const now = currentTime();
  const store = feeds.in(writer);
  const memory = await store.lockRota(feed);
  const rows = await rowsOf(writer, organizationId);
  const rota = rows.rotas.find(({ id }) => id === feed.id);
  if (memory === undefined || rota === undefined) return undefined;
  const slots = slotsOf(rota, rows, now, (shift, names) => ({
    summary: `${rota.name}, ${shift.role}: ${names.join(", ")}`,
    description: [...shift.people, ...byOverride(shift)].join("\n"),
  }));
  const events = remembered(memory, slots, { of: `rota/${rota.id}/${owner}`, now });
  if (isToSave(memory, events, now)) await store.saveRota(feed, events, now);
  return textOf(`On call: ${rota.name}`, events);
}

async function readAccount(
  { feeds, rowsOf, identity }: ReadDeps,
  writer: Writer,
  userId: string,
  address: string | undefined,
): Promise<string | undefined> {
  const store = feeds.in(writer);
  const memories = await store.lockAccount(userId);
  const { users } = identity.in(writer);
  const person = await users.find(userId);
  if (memories === undefined || person === undefined) return undefined;
  const email = foldEmail(person.email);
  const now = currentTime();
  const all: FeedEvent[] = [];
  for (const { organization } of await users.memberships(userId)) {
    const { id, ipAllowlist } = organization;
    if (!addressAllowed(address, ipAllowlist)) continue;
    const memory = memories.get(id) ?? { events: [], readAt: null };
    const rows = await rowsOf(writer, id);
    const slots = rows.rotas.flatMap((rota) =>
      slotsOf(rota, rows, now, (shift) =>
        shift.people.includes(email)
          ? {
              summary: `On call: ${rota.name} (${shift.role})`,
              description: [organization.name, ...withOthers(shift, email), ...byOverride(shift)].join("\n"),
            }
          : undefined,
      ),
    );
    const events = remembered(memory, slots, { of: `account/${userId}`, now });
    if (isToSave(memory, events, now)) await store.saveAccount(userId, id, events, now);
    all.push(...events);
  }
  return textOf(
    "On call",
    all.sort((a, b) => a.from - b.from),
  );
}

interface SlotShift {
  readonly role: string;
  readonly people: readonly string[];
  readonly by: "rotation" | "override";
}

/** The shifts of a rota as a calendar shows them; those without words are left out. */
function slotsOf(
  rota: OnCallRota,
  { members, names }: OnCallRows,
  now: Date,
  wordsOf: (shift: SlotShift, names: readonly string[]) => Pick<Slot, "summary" | "description"> | undefined,
): Slot[] {
  const { from, to } = lookedAt(now);
  return shiftsOf(rota, rota.overrides, from, to, members).flatMap((shift) => {
    const words = wordsOf(
      shift,
      shift.people.map((email) => names.get(email) ?? email),
    );
    if (words === undefined) return [];
    return [{ rota: rota.id, role: shift.role, from: shift.from, to: shift.to, ...words }];
  });
}

function withOthers({ people }: SlotShift, email: string): string[] {
  const others = people.filter((one) => one !== email);
  return others.length === 0 ? [] : [`With ${others.join(", ")}`];
}

function byOverride({ by }: SlotShift): string[] {
  return by === "override" ? ["By an override"] : [];
}

function isToSave({ events, readAt }: FeedMemory, next: readonly FeedEvent[], now: Date): boolean {
  const isNoted = readAt !== null && now.getTime() - readAt.getTime() < notedMs;
  return !isNoted || JSON.stringify(events) !== JSON.stringify(next);
}

function textOf(name: string, events: readonly FeedEvent[]): string {
  return calendarText({ product: "on call", name, events });
}
