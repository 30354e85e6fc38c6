/** A mail server and a webhook that remember what they took, and what the sender had under way when it was killed. */
import { createServer } from "node:http";
import type { AddressInfo, Server } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import { startMailServer } from "../events/support.ts";
import { until } from "../support/until.ts";

/** A message that was taken. */
interface Receipt {
  /** Who it was for: messages for one come one after the other. */
  readonly target: string;
  /** The same each time that it comes. */
  readonly id: string;
}

export interface Receivers {
  readonly mailUrl: string;
  readonly hookUrl: string;
  /** In order. */
  readonly receipts: readonly Receipt[];
  /** Notes that what was taken so far was taken from a process that is dead. */
  senderDied(): Promise<void>;
  /**
   * Messages that were taken again although no death of the sender explains it: a sender can only have failed to record
   * the last ones of a target.
   * @param underWay how many of one target's messages it sends and records at once
   */
  unexplained(underWay: number): readonly Receipt[];
  close(): Promise<void>;
}

export async function startReceivers(): Promise<Receivers> {
  const receipts: Receipt[] = [];
  /** How many messages were taken before each death. */
  const deaths: number[] = [];
  let open = 0;
  const count = (server: Server) =>
    server.on("connection", (socket) => {
      open += 1;
      socket
        .on("error", () => {})
        .on("close", () => {
          open -= 1;
        });
    });
  const mail = await startMailServer();
  count(mail.listener);
  mail.answer = (to, raw) => {
    const [, id = raw] = /^message-id:\s*(\S+)/im.exec(raw) ?? [];
    receipts.push({ target: to, id });
    return undefined;
  };
  const hook = createServer((request, response) => {
    request.resume().on("end", () => {
      receipts.push({ target: "hook", id: String(request.headers["webhook-id"]) });
      response.end("{}");
    });
  });
  count(hook);
  await new Promise<void>((resolve) => hook.listen(0, "127.0.0.1", resolve));
  const { port } = hook.address() as AddressInfo;

  function isExplained(first: number, again: number, underWay: number): boolean {
    const { target } = receipts[first] as Receipt;
    return deaths
      .filter((death) => first < death && death <= again)
      .some((death) => {
        const after = receipts.slice(first + 1, death).filter((one) => one.target === target);
        return after.length < underWay;
      });
  }

  return {
    mailUrl: mail.url,
    hookUrl: `http://127.0.0.1:${port}`,
    receipts,
    async senderDied() {
      // What it had sent may still be on its way through this process.
      await until(() => open === 0);
      await turn();
      deaths.push(receipts.length);
    },
    unexplained(underWay) {
      const last = new Map<string, number>();
      return receipts.filter(({ id }, index) => {
        const before = last.get(id);
        last.set(id, index);
        return before !== undefined && !isExplained(before, index, underWay);
      });
    },
    async close() {
      hook.closeAllConnections();
      await new Promise((resolve) => hook.close(resolve));
      await mail.close();
    },
  };
}
