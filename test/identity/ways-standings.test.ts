/** Whether what is sent to a person arrives, over all their ways: each combination, and what is said of it. */
import { expect, it } from "vitest";
import {
  byKind,
  type KnownWay,
  standingOfPerson,
  standingOfWay,
  wakingFailures,
  withMail,
} from "../../src/features/identity/ways/standings.ts";
import type { Standing } from "../../src/kernel/standing.ts";

const [early, late] = ["2026-11-01T00:00:00.000Z", "2026-11-02T00:00:00.000Z"];
const ok: Standing = { status: "ok", since: early, reason: null };
const failing: Standing = { status: "failing", since: late, reason: "The last message by it failed." };
const unsent: Standing = { status: "unsent", since: null, reason: "No gateway." };
const unknown: Standing = { status: "unknown", since: null, reason: "Nothing was ever sent to it." };
const way = (kind: KnownWay["kind"], delivery: Standing): KnownWay => ({ kind, delivery });
const mail = (delivery: Standing) => way("mail", delivery);

it.each<[string, readonly KnownWay[], Standing]>([
  ["mail alone, which works", [mail(ok)], ok],
  ["mail alone, which fails", [mail(failing)], failing],
  ["mail alone, of which nothing is known", [mail(unknown)], unknown],
  ["all work", [mail(ok), way("ntfy", ok)], ok],
  ["of mail nothing is known, and another one works", [mail(unknown), way("push", ok)], ok],
  [
    "mail fails, and one that wakes works",
    [mail(failing), way("ntfy", ok)],
    { status: "ok", since: early, reason: "Messages by mail fail." },
  ],
  [
    "two fail, and one that wakes works",
    [mail(failing), way("ntfy", failing), way("push", ok)],
    { status: "ok", since: early, reason: "Messages by mail and ntfy fail." },
  ],
  [
    "nothing that wakes works, and mail does",
    [mail(ok), way("ntfy", failing), way("sms", unsent)],
    {
      status: "failing",
      since: late,
      reason: "Messages by ntfy and sms fail: only mail is left, which wakes nobody.",
    },
  ],
  [
    "nothing that wakes works, and of mail nothing is known",
    [mail(unknown), way("ntfy", failing)],
    {
      status: "failing",
      since: late,
      reason: "Messages by ntfy fail: only mail is left, which wakes nobody.",
    },
  ],
  [
    "all fail",
    [mail(failing), way("push", failing), way("ntfy", unsent)],
    { status: "failing", since: late, reason: "Messages by all of their ways fail: mail, push and ntfy." },
  ],
  [
    "nothing can be sent by any",
    [mail(unsent), way("sms", unsent)],
    { status: "unsent", since: null, reason: "Nothing can be sent by any of their ways: mail and sms." },
  ],
  [
    "one that wakes was never tried",
    [mail(failing), way("push", unknown)],
    {
      status: "unknown",
      since: null,
      reason: "Messages by mail fail, and of the rest nothing is known.",
    },
  ],
])("a page: %s", (_, ways, expected) => {
  expect(standingOfPerson(ways, "page")).toEqual(expected);
});

it("what is not urgent need wake nobody", () => {
  expect(standingOfPerson([mail(ok), way("ntfy", failing)], "other")).toEqual({
    status: "ok",
    since: early,
    reason: "Messages by ntfy fail.",
  });
  expect(standingOfPerson([mail(failing), way("ntfy", failing)], "other").status).toBe("failing");
});

it("nobody is woken where each kind that is not mail fails, or none was chosen", () => {
  expect(wakingFailures([mail(ok)])).toEqual([]);
  expect(wakingFailures([mail(ok), way("ntfy", failing), way("call", unsent)])).toEqual(["ntfy", "call"]);
  expect(wakingFailures([mail(failing), way("ntfy", failing), way("push", ok)])).toBeUndefined();
  expect(wakingFailures([mail(ok), way("push", unknown)])).toBeUndefined();
});

it("a way says what became of its last message, and nothing of what the other side answered", () => {
  const [verifiedAt, takenAt, failedAt] = [new Date(early), new Date(late), new Date(late)];
  const seen = { kind: "ntfy" as const, verifiedAt, takenAt: null, failedAt: null, answeredAt: null };
  const kinds = ["mail", "ntfy"] as const;
  expect(standingOfWay(seen, kinds)).toEqual(ok);
  expect(standingOfWay({ ...seen, takenAt }, kinds)).toEqual({ ...ok, since: late });
  expect(standingOfWay({ ...seen, takenAt: verifiedAt, failedAt }, kinds)).toEqual(failing);
  expect(standingOfWay({ ...seen, verifiedAt: null }, kinds).status).toBe("unknown");
  expect(standingOfWay({ ...seen, kind: "sms" }, kinds)).toEqual({
    status: "unsent",
    since: null,
    reason: "This installation has no gateway for text messages; ask its operator for one.",
  });
});

it("of several ways of a kind the best counts, and the mail of the account is one of them", () => {
  expect(byKind([way("push", failing), way("push", ok), way("ntfy", failing)])).toEqual([
    way("push", ok),
    way("ntfy", failing),
  ]);
  const account = { kind: "mail", delivery: undefined } as const;
  expect(withMail([account, mail(failing), way("push", ok)], unknown)).toEqual([
    mail(unknown),
    way("push", ok),
  ]);
});
