/** A person's own ways: added, verified by a code, tested, removed. */
import { type AccountOperation, type AccountRequest, accountOperation } from "../../../engine/operation.ts";
import type { UserRecord } from "../../../engine/ports/accounts.ts";
import { text } from "../../../kernel/field.ts";
import { newId } from "../../../kernel/ids.ts";
import { Refusal, unprocessable } from "../../../kernel/problem.ts";
import {
  deleted,
  deletedShape,
  madeOf,
  mailOwner,
  ownTrail,
  personAuthor,
  refuseBeyondReach,
  refuseUnreached,
  sessionOf,
  transact,
} from "../accounts/index.ts";
import { bucketOf, readAddress, type StoredAddress, sameAs } from "./address.ts";
import { ownMailId, type WaysDeps, waysLock } from "./deps.ts";
import {
  addressOrNot,
  countedAs,
  isCode,
  openedAddress,
  pageOfWays,
  send,
  sendCode,
  sendTo,
} from "./sending.ts";
import {
  addedWay,
  listedMail,
  listedWay,
  newWay,
  removedWays,
  shownWay,
  testedWay,
  verifiedWay,
  waysShape,
} from "./shapes.ts";
import { type FoundWay, wayIdentity } from "./store.ts";

/** More than anybody carries. */
const mostWays = 20;

const path = "/api/v1/account/ways";
const shared = { tag: "account", subject: "ways", credential: "session", status: 200 } as const;

const codeMessage = {
  title: "Your code for orgconfig",
  body: "Enter it where you added this way. It is good for 10 minutes. If you did not ask for it, do nothing.",
  urgent: false,
} as const;
const testMessage = {
  title: "Test of your page",
  body: "This is how a page reaches you. Nobody else got it.",
  urgent: true,
} as const;

export function wayCalls(deps: WaysDeps): AccountOperation[] {
  return [listWays(deps), addWay(deps), verifyWay(deps), testWay(deps), removeWay(deps), removeWays(deps)];
}

function listWays(deps: WaysDeps): AccountOperation {
  return {
    ...shared,
    name: "list_ways",
    title: "List your ways",
    description: "How the signed-in person is reached, and what a browser needs to become one of the ways.",
    method: "GET",
    path,
    output: { value: waysShape },
    async run(request) {
      const { user } = sessionOf(request);
      const ways = await deps.ways.list(user.id);
      const listed = ways.map((way) => listedWay(way, addressOrNot(deps, user.id, way), request.now));
      return {
        body: {
          data: [listedMail(user.email), ...listed],
          application_server_key: (await deps.pushKeys.current()).publicKey,
          kinds: deps.reach.kinds,
        },
      };
    },
  };
}

function addWay(deps: WaysDeps): AccountOperation {
  return accountOperation({
    ...shared,
    status: 201,
    name: "add_way",
    title: "Add a way",
    description:
      "Adds a way by which the signed-in person is reached, and sends a code of six digits there, which is good for 10 minutes (verify_way). No page goes there before. The session has to reach all organizations of the person, since pages of all go there.",
    method: "POST",
    path,
    input: { fields: newWay },
    output: { value: addedWay },
    async run(request) {
      const session = sessionOf(request);
      refuseUnreached(session);
      const { body, now } = request;
      const { kind, name } = body;
      const { id: userId } = session.user;
      const address = readAddress(body, deps.mayBePlain);
      const pushKeyId = kind === "push" ? await pushKeyOf(deps, body.application_server_key) : null;
      await deps.throttle.take(userId, kind, countedAs(deps, address));
      const id = newId("way");
      const sealedAddress = deps.vault.seal(JSON.stringify(address), wayIdentity(userId, id));
      const way = { id, kind, name, sealedAddress, createdAt: now, pushKeyId };
      const trail = ownTrail(request, {
        ...{ action: "add_way", resource: "ways", rowId: id },
        changes: madeOf({ kind }),
      });
      await transact(deps.people, [waysLock(userId)], async ({ writer }) => {
        const ways = deps.ways.in(writer);
        refuseAgain(deps, userId, await ways.list(userId), address);
        await ways.insert({ ...way, userId, bucket: bucketOf(address) });
        await ways.record(trail);
      });
      deps.onCommit();
      const added: FoundWay = { ...way, ...unused };
      const notSent = await sendCode(deps, userId, added, codeMessage, now);
      return { body: { ...shownWay(added), not_sent: notSent } };
    },
  });
}

/** Of a way that was just added. */
const unused = {
  ...{ verifiedAt: null, codeUntil: null, takenAt: null, failedAt: null, failure: null, answeredAt: null },
} as const;

async function pushKeyOf({ ways, pushKeys }: WaysDeps, publicKey: string | null): Promise<string> {
  if (publicKey === null) return (await pushKeys.current()).id;
  const id = await ways.pushKeyId(publicKey);
  if (id !== undefined) return id;
  const message = `is no key of this installation; subscribe with application_server_key of GET ${path}`;
  throw unprocessable([{ field: "application_server_key", message }]);
}

function refuseAgain(
  deps: WaysDeps,
  userId: string,
  ways: readonly Pick<FoundWay, "id" | "kind" | "name" | "sealedAddress">[],
  address: StoredAddress,
): void {
  if (ways.length >= mostWays)
    throw new Refusal("conflict", `There are ${mostWays} ways, which is the most; remove one first.`);
  const same = ways.find((way) => {
    const known = way.kind === address.kind ? addressOrNot(deps, userId, way) : undefined;
    return known !== undefined && sameAs(known) === sameAs(address);
  });
  if (same === undefined) return;
  throw new Refusal(
    "conflict",
    `You have it already, as ${same.name} (${same.id}): have another code sent (POST ${path}/${same.id}/verify without a code), or remove it first.`,
  );
}

function verifyWay(deps: WaysDeps): AccountOperation {
  return accountOperation({
    ...shared,
    name: "verify_way",
    title: "Verify a way",
    description:
      "Takes the code that was sent there: five tries, and ten minutes. Without a code it sends another one in its place. The code of a test, which a device sends back by itself, notes that the device answered.",
    method: "POST",
    path: `${path}/{id}/verify`,
    input: {
      fields: {
        code: text({ description: "The six digits; left out: send new ones.", max: 20, nullable: true }),
      },
    },
    output: { value: verifiedWay },
    async run(request) {
      const session = sessionOf(request);
      refuseUnreached(session);
      const way = await wayOf(deps, request);
      const code = request.body.code?.replace(/\s/g, "") ?? null;
      if (way.verifiedAt !== null && (code === null || way.codeUntil === null))
        throw new Refusal("conflict", "This way is verified already; there is nothing left to do.");
      if (code === null) {
        await deps.throttle.take(
          session.user.id,
          way.kind,
          countedAs(deps, openedAddress(deps, session.user.id, way)),
        );
        const notSent = await sendCode(deps, session.user.id, way, codeMessage, request.now);
        return { body: { ...shownWay(way), not_sent: notSent } };
      }
      await takeCode(deps, request, way, code);
      return { body: { ...shownWay({ ...way, verifiedAt: request.now }), not_sent: null } };
    },
  });
}

async function takeCode(deps: WaysDeps, request: AccountRequest, way: FoundWay, code: string): Promise<void> {
  const { user, memberships, elsewhere } = sessionOf(request);
  const { now } = request;
  const stored = await deps.ways.tryCode(user.id, way.id, now);
  if (stored === undefined)
    throw new Refusal(
      "conflict",
      `There is no code to take: it was used, it is older than 10 minutes, or it was tried five times. Send this call without a code for another one.`,
    );
  if (!isCode(deps, stored, way.id, code))
    throw unprocessable([
      { field: "code", message: "is not the code that was sent there last", reason: "wrong_code" },
    ]);
  const trail = ownTrail(request, {
    ...{ action: "verify_way", resource: "ways", rowId: way.id },
    changes: madeOf({ kind: way.kind }),
  });
  await transact(deps.people, [waysLock(user.id)], async (transaction) => {
    const ways = deps.ways.in(transaction.writer);
    if (!(await ways.takeCode(user.id, way.id, stored, now)))
      throw new Refusal("conflict", "The code was used at this very moment, or another one was sent.");
    if (way.verifiedAt !== null) return;
    await ways.record(trail);
    const author = personAuthor(request, user);
    const all = [...memberships, ...elsewhere];
    await mailOwner(transaction, author, user, all, "way_verified", `${way.kind}: ${way.name}`);
  });
  deps.onCommit();
}

function testWay(deps: WaysDeps): AccountOperation {
  return {
    ...shared,
    name: "test_way",
    title: "Test a way",
    description: "Sends a test there, as loud as a page. Nobody else gets it.",
    method: "POST",
    path: `${path}/{id}/test`,
    output: { value: testedWay },
    async run(request) {
      const { user } = sessionOf(request);
      const { id = "" } = request.path;
      const notSent = id === ownMailId ? await testMail(deps, user) : await testOwn(deps, request);
      return { body: { id, not_sent: notSent } };
    },
  };
}

async function testMail(deps: WaysDeps, { id, email }: UserRecord): Promise<string | null> {
  const address = { kind: "mail", address: email } as const;
  await deps.throttle.take(id, address.kind, countedAs(deps, address));
  return sendTo(deps, address, { ...testMessage, code: null }, deps.siteUrl + pageOfWays);
}

async function testOwn(deps: WaysDeps, request: AccountRequest): Promise<string | null> {
  const { user } = sessionOf(request);
  const way = await wayOf(deps, request);
  if (way.verifiedAt === null)
    throw new Refusal("conflict", "This way is not verified yet; enter the code that was sent there first.");
  await deps.throttle.take(user.id, way.kind, countedAs(deps, openedAddress(deps, user.id, way)));
  return way.kind === "push"
    ? sendCode(deps, user.id, way, testMessage, request.now)
    : send(deps, user.id, way, { ...testMessage, code: null }, request.now);
}

function removeWay(deps: WaysDeps): AccountOperation {
  return {
    ...shared,
    name: "remove_way",
    title: "Remove a way",
    description: "Removes one of the person's own ways; nothing goes there any more.",
    method: "DELETE",
    path: `${path}/{id}`,
    output: { value: deletedShape },
    async run(request) {
      const session = sessionOf(request);
      refuseBeyondReach(session);
      const { id = "" } = request.path;
      if (id === ownMailId)
        throw new Refusal("conflict", "The mail of the account stays a way as long as the account is there.");
      const { kind } = await wayOf(deps, request);
      await removed(deps, request, [kind], id, async (ways) =>
        (await ways.remove(session.user.id, id)) === undefined ? 0 : 1,
      );
      return { body: deleted(id) };
    },
  };
}

function removeWays(deps: WaysDeps): AccountOperation {
  return {
    ...shared,
    name: "remove_ways",
    title: "Remove all your ways",
    description:
      "Removes all ways of the signed-in person at once, as after a phone was lost; the mail of the account stays.",
    method: "DELETE",
    path,
    output: { value: removedWays },
    async run(request) {
      const session = sessionOf(request);
      refuseBeyondReach(session);
      const kinds = (await deps.ways.list(session.user.id)).map(({ kind }) => kind);
      const count = await removed(
        deps,
        request,
        kinds,
        session.user.id,
        async (ways) => (await ways.removeAll(session.user.id)).length,
      );
      return { body: { deleted: count } };
    },
  };
}

/** Removes some, with a record where there was one, and a mail to their owner. @returns how many there were */
async function removed(
  deps: WaysDeps,
  request: AccountRequest,
  kinds: readonly FoundWay["kind"][],
  rowId: string,
  work: (ways: ReturnType<WaysDeps["ways"]["in"]>) => Promise<number>,
): Promise<number> {
  const { user, memberships, elsewhere } = sessionOf(request);
  const trail = ownTrail(request, {
    ...{ action: "remove_way", resource: "ways", rowId },
    changes: [{ field: "kind", before: kinds.join(", "), after: null }],
  });
  const count = await transact(deps.people, [waysLock(user.id)], async (transaction) => {
    const ways = deps.ways.in(transaction.writer);
    const gone = await work(ways);
    if (gone === 0) return gone;
    await ways.record(trail);
    const author = personAuthor(request, user);
    const all = [...memberships, ...elsewhere];
    await mailOwner(transaction, author, user, all, "way_removed", kinds.join(", "));
    return gone;
  });
  if (count > 0) deps.onCommit();
  return count;
}

/** @throws Refusal 404, also where it is somebody else's */
async function wayOf({ ways }: WaysDeps, request: AccountRequest): Promise<FoundWay> {
  const { user } = sessionOf(request);
  const { id = "" } = request.path;
  const way = id === ownMailId ? undefined : await ways.find(user.id, id);
  if (way !== undefined) return way;
  throw new Refusal("not_found", "There is no such way of yours; list them for the ids there are.");
}
