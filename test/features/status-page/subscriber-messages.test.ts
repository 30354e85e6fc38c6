/** Messages to subscribers: what waits for the page was not tried yet, and what is given up is said. */
import { expect, it } from "vitest";
import { createSubscriberMessages } from "../../../src/features/status-page/subscriber-messages.ts";
import type { SubscriberMessage } from "../../../src/features/status-page/subscriber-store.ts";
import { SendFailure } from "../../../src/transports/port.ts";
import { pageState } from "../../renderers/status-page/sample.ts";

const state = pageState();
const [incident] = state.incidents;
const [update] = incident?.updates ?? [];

/** A queue of one message, as the database has it: each claim counts as a try until it is said that nothing was tried. */
function scene() {
  let message: SubscriberMessage | undefined = {
    organization_id: "org_1",
    subscriber_id: "sub_1",
    incident_id: incident?.id ?? "",
    at: new Date(update?.at ?? 0),
    attempts: 0,
    channel: "email",
    sealed_address: "",
    status: "confirmed",
  };
  const sent: string[] = [];
  const said: string[] = [];
  const world = { isShown: false, isAway: true };
  const messages = createSubscriberMessages({
    subscribers: {
      claim: async () => {
        message = message && { ...message, attempts: message.attempts + 1 };
        return message === undefined ? [] : [message];
      },
      postpone: async (_key: unknown, _until: Date, untried?: "untried") => {
        if (untried !== undefined && message) message = { ...message, attempts: message.attempts - 1 };
        return [];
      },
      finish: async () => {
        message = undefined;
      },
    } as never,
    vault: { openOrNot: () => "ada@example.com" },
    mail: {
      send: async ({ to }) => {
        if (world.isAway) throw new SendFailure("temporary", "come again later");
        sent.push(to);
      },
      close: () => {},
    },
    http: {} as never,
    stateOf: () => (world.isShown ? state : undefined),
    pathOf: () => "subscription/sub_1/code",
    log: { error: () => {}, warn: (_: unknown, text?: string) => void said.push(text ?? "") } as never,
  });
  const look = async (times: number) => {
    for (let count = 0; count < times; count += 1) await messages.now();
  };
  return { world, sent, said, look, isThere: () => message !== undefined };
}

it("one that waited long for its page is tried as often as any other", async () => {
  const { world, sent, look } = scene();
  await look(20);
  world.isShown = true;
  // A mail server that knows nobody yet lets each wait once.
  await look(1);
  world.isAway = false;
  await look(1);
  expect(sent).toEqual(["ada@example.com"]);
});

it("one whose page never shows it is forgotten, and one that nobody takes is given up with a word", async () => {
  const unseen = scene();
  await unseen.look(30);
  expect(unseen.isThere()).toBe(true);
  await unseen.look(1);
  expect([unseen.isThere(), unseen.said]).toEqual([false, []]);
  const untaken = scene();
  untaken.world.isShown = true;
  await untaken.look(11);
  expect(untaken.isThere()).toBe(true);
  await untaken.look(1);
  expect([untaken.isThere(), untaken.said]).toEqual([
    false,
    ["a message to a subscriber of a status page is given up after 12 tries"],
  ]);
});
