/** What is kept of second factors, of the challenges that wait for one, and of what sessions proved by them. */
import type { RowOf } from "../../../database/statement.ts";
import { sql } from "./queries.generated.ts";
import type { Tables, Trail } from "./tables.ts";

/** A second factor that counts: its sealed secret, or its passkey. */
export type StoredFactor = RowOf<typeof sql.listFactors>;

export interface NewPasskey {
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly signCount: number;
  readonly transports: readonly string[];
}

/** What waits for a second factor: a sign-in, or a passkey that is being added. */
export type ChallengePurpose = "sign_in" | "passkey";

export interface NewChallenge {
  readonly hash: Buffer;
  readonly userId: string;
  readonly purpose: ChallengePurpose;
  readonly passkeyChallenge: string;
  readonly passwordDigest: Buffer | null;
  readonly expiresAt: Date;
}

/** Answers to one challenge; guesses over many are counted by account (second-factors/throttle.ts). */
const mostAttempts = 5;
/** Open challenges of one person. */
const keptChallenges = 20;

export function factorStore({ query, writeIfThere, change }: Tables) {
  return {
    /** In the order in which they were added. */
    list: (userId: string) => query(sql.listFactors, { userId }),
    any: async (userId: string) => (await query(sql.hasFactor, { userId })).length > 0,
    codesLeft: async (userId: string) => (await query(sql.countRecoveryCodes, { userId }))[0]?.count ?? 0,
    /** Keeps an app's secret until a code shows that the app has it; one that waited before goes. */
    beginTotp: (factor: Begun) => query(sql.beginTotp, factor),
    begunTotp: async (userId: string, begunAfter: Date) =>
      (await query(sql.getBegunTotp, { userId, begunAfter }))[0],
    /** False where it was confirmed before, or another one was begun. */
    confirmTotp: (factor: Confirmed, trail: Trail) => writeIfThere(sql.confirmTotp, factor, trail),
    /** False where the person has that passkey. */
    addPasskey: (passkey: NewPasskey & Named, trail: Trail) =>
      writeIfThere(sql.insertPasskey, passkey, trail),
    /** Takes a code of that step; false where it, or a later one, was taken before. */
    takeTotp: async (id: string, step: number, now: Date) =>
      (await query(sql.useTotp, { id, step, now })).length > 0,
    /** False where the passkey had answered as often before. */
    takePasskey: async (id: string, signCount: number, now: Date) =>
      (await query(sql.usePasskey, { id, signCount, now })).length > 0,
    /** Uses a recovery code up; false where the person has no such one. */
    takeRecoveryCode: async (userId: string, hash: Buffer) =>
      (await query(sql.useRecoveryCode, { userId, hash })).length > 0,
    /** In the place of those before. */
    replaceRecoveryCodes: (userId: string, hashes: readonly Buffer[], trail: Trail) =>
      change(trail, async (query) => {
        await query(sql.replaceRecoveryCodes, { userId, hashes });
        return true;
      }),
    /** False when the person has no such one. */
    remove: (userId: string, id: string, trail: Trail) =>
      writeIfThere(sql.deleteFactor, { userId, id }, trail),
    /** All of them, with the recovery codes, and what sessions proved by them; false where there was none. */
    removeAll: (userId: string, trail: Trail) =>
      change(trail, async (query) => {
        const gone = await query(sql.deleteFactors, { userId });
        await query(sql.forgetSecondFactor, { userId });
        return gone.length > 0;
      }),
    /** The session in which a factor was confirmed has proved it. */
    noteProved: (userId: string, id: string) => query(sql.noteSecondFactor, { userId, id }),
    /** Ends what a password alone began, but this one. */
    endPasswordSessions: (userId: string, keptId: string) =>
      query(sql.deleteOtherPasswordSessions, { userId, keptId }),
    beginChallenge: (challenge: NewChallenge, now: Date) =>
      query(sql.beginChallenge, { ...challenge, now, kept: keptChallenges - 1 }),
    /** Counts an attempt; undefined where there is no such challenge, or there were too many. */
    tryChallenge: async (hash: Buffer, purpose: ChallengePurpose, now: Date) =>
      (await query(sql.tryChallenge, { hash, purpose, now, most: mostAttempts }))[0],
    /** False where it was used before. */
    endChallenge: async (hash: Buffer) => (await query(sql.endChallenge, { hash })).length > 0,
    /** Whether the person is a member of another organization too. */
    isMemberElsewhere: async (organizationId: string, userId: string) =>
      (await query(sql.findOtherMembership, { organizationId, userId })).length > 0,
  };
}

interface Owned {
  readonly id: string;
  readonly userId: string;
}

interface Begun extends Owned {
  readonly createdAt: Date;
  readonly sealedSecret: string;
}

interface Named extends Owned {
  readonly name: string;
  readonly createdAt: Date;
}

interface Confirmed extends Owned {
  readonly name: string;
  readonly confirmedAt: Date;
  readonly step: number;
}
