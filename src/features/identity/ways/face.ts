/** What pages and rotas ask of ways: by which a person is reached, and what came of it. */
import type { RowOf } from "../../../database/statement.ts";
import { currentTime } from "../../../engine/clock.ts";
import type { WithExecutor } from "../../../engine/ports/executor.ts";
import { grouped } from "../../../kernel/grouped.ts";
import { newRequestId } from "../../../kernel/ids.ts";
import { foldEmail } from "../../../kernel/natural-key.ts";
import type { WayAddress, WayKind } from "../../../transports/reach.ts";
import { type Author, mailOwner, trailOf, transact } from "../accounts/index.ts";
import { bucketOf, type StoredAddress, sameAs } from "./address.ts";
import { type Ask, createAsk } from "./asking.ts";
import type { Urgency } from "./column-types.ts";
import { ownMailId, type WaysDeps } from "./deps.ts";
import type { sql } from "./queries.generated.ts";
import { addressOrNot, openedAddress, wholeAddress } from "./sending.ts";
import { byKind, type ReachedBy, standingOfWay } from "./standings.ts";

export interface PersonWay {
  readonly id: string;
  readonly kind: WayKind;
  readonly name: string;
}

/** One step: by this way, so many seconds after the page began. */
export interface WayStep {
  readonly way: PersonWay;
  readonly afterSeconds: number;
}

/** What came of a message by a way. */
export type WayOutcome =
  | { readonly kind: "taken" }
  | { readonly kind: "failed" | "gone"; readonly error: string }
  | { readonly kind: "answered" };

export interface WaysOfPeople {
  /**
   * The steps of each, in order of time, by the addresses as they are given; accounts are found whatever their case. Who has set
   * none is paged by all verified ways at once, and gets anything else by mail. Who has no account has the mail alone.
   */
  stepsOf(
    reader: WithExecutor,
    emails: readonly string[],
    urgency: Urgency,
  ): Promise<ReadonlyMap<string, readonly WayStep[]>>;
  /**
   * By which kinds of ways a message of this urgency comes to each person, each once, in the order of their steps, and what
   * became of the messages by it. Without `delivery` it is the mail of the account, which comes in any case; what became of
   * mail is known where mail is sent.
   */
  reachOf(
    reader: WithExecutor,
    emails: readonly string[],
    urgency: Urgency,
  ): Promise<ReadonlyMap<string, readonly ReachedBy[]>>;
  /** The kinds of verified ways, each once, by the addresses as they are given; always with mail. */
  kindsOf(reader: WithExecutor, emails: readonly string[]): Promise<ReadonlyMap<string, readonly WayKind[]>>;
  /** Where a way leads; undefined where it is gone, or not verified, or is the mail of the account, which its step names. */
  addressOf(wayId: string): Promise<WayAddress | undefined>;
  /** Who has verified this number (E.164) for text messages, or for calls. */
  ofNumber(
    kind: "sms" | "call",
    number: string,
  ): Promise<readonly { readonly wayId: string; readonly email: string }[]>;
  /**
   * Mails people and asks them to add a way, each once a day at most. @returns who was mailed, as they were given; undefined
   * without a mail server
   */
  readonly ask: Ask;
  /** `gone` removes the way and mails its owner. The mail of the account has nothing to note. */
  note(wayId: string, outcome: WayOutcome): Promise<void>;
}

export function createFace(deps: WaysDeps): WaysOfPeople {
  const { ways } = deps;
  return {
    async stepsOf(reader, emails, urgency) {
      const found = await stepsIn(ways.in(reader), emails, urgency);
      const shown = (email: string, { way, afterSeconds }: FoundStep): WayStep => ({
        way: way === null ? ownMail(email) : personWay(way),
        afterSeconds,
      });
      return new Map([...found].map(([email, steps]) => [email, steps.map((one) => shown(email, one))]));
    },
    async reachOf(reader, emails, urgency) {
      const found = await stepsIn(ways.in(reader), emails, urgency);
      return new Map(
        [...found].map(([email, steps]) => [
          email,
          byKind([
            ...steps.map(({ way }) =>
              way === null ? accountMail : { kind: way.kind, delivery: standingOfWay(way, deps.reach.kinds) },
            ),
            // No page hangs on a device alone.
            accountMail,
          ]),
        ]),
      );
    },
    async kindsOf(reader, emails) {
      const verified = await ways.in(reader).verifiedOf(emails.map(foldEmail));
      const kinds = grouped(verified, ({ emailFolded }) => emailFolded);
      return new Map(
        emails.map((email) => {
          const own = kinds.get(foldEmail(email))?.map(({ kind }) => kind) ?? [];
          return [email, [...new Set<WayKind>(["mail", ...own])]];
        }),
      );
    },
    async addressOf(wayId) {
      const found = await ways.address(wayId);
      if (found === undefined) return undefined;
      const { userId, sealedAddress, keyId, publicKey, sealedPrivateKey } = found;
      const address = openedAddress(deps, userId, { id: wayId, sealedAddress });
      const key =
        keyId === null || publicKey === null || sealedPrivateKey === null
          ? undefined
          : { id: keyId, publicKey, sealedPrivateKey };
      return wholeAddress(deps, address, key);
    },
    async ofNumber(kind, number) {
      const wanted: StoredAddress = { kind, number };
      const found = await ways.inBucket(kind, bucketOf(wanted));
      return found.flatMap(({ userId, email, ...way }) => {
        const address = addressOrNot(deps, userId, way);
        const isIt = address !== undefined && sameAs(address) === sameAs(wanted);
        return isIt ? [{ wayId: way.id, email }] : [];
      });
    },
    ask: createAsk(deps),
    async note(wayId, outcome) {
      if (wayId === ownMailId) return;
      const now = currentTime();
      switch (outcome.kind) {
        case "taken":
          return ways.noteTaken(wayId, now);
        case "failed":
          return ways.noteFailed(wayId, outcome.error, now);
        case "answered":
          return ways.noteAnswered(wayId, now);
        case "gone":
          return removeGone(deps, wayId, now);
      }
    },
  };
}

type Verified = RowOf<typeof sql.listVerifiedWays>;

/** Without a way it is the mail of the account. */
interface FoundStep {
  readonly way: Verified | null;
  readonly afterSeconds: number;
}

const accountMail: ReachedBy = { kind: "mail", delivery: undefined };

function ownMail(email: string): PersonWay {
  return { id: ownMailId, kind: "mail", name: email };
}

function personWay({ id, kind, name }: Verified): PersonWay {
  return { id, kind, name };
}

async function stepsIn(
  store: Pick<WaysDeps["ways"], "verifiedOf" | "stepsOf">,
  emails: readonly string[],
  urgency: Urgency,
): Promise<ReadonlyMap<string, readonly FoundStep[]>> {
  const folded = emails.map(foldEmail);
  const verified = grouped(await store.verifiedOf(folded), ({ emailFolded }) => emailFolded);
  const steps = grouped(await store.stepsOf(folded, urgency), ({ emailFolded }) => emailFolded);
  return new Map(
    emails.map((email) => {
      const own = verified.get(foldEmail(email)) ?? [];
      const set = steps.get(foldEmail(email)) ?? [];
      return [email, set.length === 0 ? usualSteps(own, urgency) : setSteps(own, set)];
    }),
  );
}

function usualSteps(verified: readonly Verified[], urgency: Urgency): FoundStep[] {
  const others = urgency === "page" ? verified : [];
  return [null, ...others].map((way) => ({ way, afterSeconds: 0 }));
}

function setSteps(
  verified: readonly Verified[],
  steps: readonly { readonly wayId: string | null; readonly afterSeconds: number }[],
): FoundStep[] {
  return steps.flatMap(({ wayId, afterSeconds }): FoundStep[] => {
    if (wayId === null) return [{ way: null, afterSeconds }];
    const way = verified.find(({ id }) => id === wayId);
    return way === undefined ? [] : [{ way, afterSeconds }];
  });
}

/** A device that is not there any more; its owner learns of it by mail. */
async function removeGone({ people, ways, onCommit }: WaysDeps, wayId: string, now: Date): Promise<void> {
  const author: Author = {
    actor: { kind: "service", id: "ways", name: "this installation" },
    door: "service",
    requestId: newRequestId(),
    address: undefined,
    now,
  };
  await transact(people, [], async (transaction) => {
    const own = ways.in(transaction.writer);
    const gone = await own.removeGone(wayId);
    if (gone === undefined) return;
    const { users } = transaction.identity;
    const memberships = await users.memberships(gone.userId);
    const owner = await users.find(gone.userId);
    const change = { field: "kind", before: gone.kind, after: null };
    const ids = memberships.map(({ organization }) => organization.id);
    await own.record(
      trailOf(author, ids, { action: "remove_way", resource: "ways", rowId: wayId, changes: [change] }),
    );
    if (owner !== undefined)
      await mailOwner(transaction, author, owner, memberships, "way_gone", `${gone.kind}: ${gone.name}`);
  });
  onCommit();
}
