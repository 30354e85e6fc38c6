/** What a node gives up whose lease has run out is another node's by then: nothing follows from it. */
import { expect, it } from "vitest";
import { Worker } from "../../src/features/alerting/delivery/worker.ts";
import { SendFailure } from "../../src/transports/port.ts";

it.each([
  ["its own", true, ["parked", "gave up"]],
  ["another node's", false, []],
])("a delivery that is %s", async (_whose, isHeld, expected) => {
  const one = {
    ...{ organizationId: "org_1", id: "dlv_1", channel: "webhook", target: "cn_1", source: "change/1/cn_1" },
    ...{ subject: "", payload: {}, attempts: 3, tryingSince: new Date() },
  };
  const claims = [[one]];
  const followed: string[] = [];
  const worker = new Worker({
    store: {
      claim: async () => claims.shift() ?? [],
      park: async () => isHeld,
      release: async () => [],
    } as never,
    log: { error: () => {}, warn: () => {}, info: () => {} } as never,
    channels: ["webhook"],
    places: 1,
    send: async () => {
      throw new SendFailure("refused", "HTTP 410");
    },
    gaveUp: async () => void followed.push("gave up"),
    count: (_channel, outcome) => void followed.push(outcome),
  });
  await worker.flush();
  await worker.stop();
  expect(followed).toEqual(expected);
});
