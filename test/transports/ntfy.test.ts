/** Messages to a topic of an ntfy server. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Ntfy, startNtfy } from "../support/ntfy.ts";
import { type Address, code, failure, hostile, page, reachOf } from "./messages.ts";

const token = "tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2";
let open: Ntfy;
let closed: Ntfy;
const reach = reachOf();

beforeAll(async () => {
  [open, closed] = await Promise.all([startNtfy(), startNtfy(token)]);
});
afterAll(() => Promise.all([open.close(), closed.close(), reach.close()]));

const at = (server: Ntfy, given: string | null = null, topic = "ada-pages"): Address<"ntfy"> => ({
  ...{ kind: "ntfy", url: `${server.url}/${topic}`, token: given },
});

describe("a page", () => {
  it("rings loudest, leads to the alert, and has its buttons", async () => {
    expect(await reach.send(at(closed, token), page)).toBe(200);
    expect(closed.messages).toEqual([
      {
        topic: "ada-pages",
        title: page.title,
        message: page.body,
        priority: 5,
        tags: ["rotating_light"],
        click: page.url,
        actions: [
          {
            ...{ action: "http", label: "Acknowledge", method: "POST", clear: true },
            url: page.acknowledge?.url,
            headers: { "Content-Type": "application/json" },
            body: JSON.stringify({ token: page.acknowledge?.token }),
          },
          { action: "view", label: "Open", url: page.url },
        ],
        sequence_id: page.alertId,
      },
    ]);
  });

  it("is acknowledged from the phone by a POST of its token", async () => {
    const posts: unknown[] = [];
    const site = createServer(async (request, response) => {
      const { method, headers } = request;
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      posts.push([method, headers["content-type"], JSON.parse(Buffer.concat(chunks).toString())]);
      response.writeHead(204).end();
    });
    await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/acknowledge`;
    await reach.send(at(open), { ...page, acknowledge: { url, token: "once" } });
    const message = open.messages.at(-1);
    expect(message && (await open.tap(message, "Acknowledge"))).toBe(204);
    expect(posts).toEqual([["POST", "application/json", { token: "once" }]]);
    site.closeAllConnections();
    site.close();
  });

  it("that wakes nobody, and a code, come as others do", async () => {
    await reach.send(at(open), { ...page, urgent: false, alertId: null, url: null });
    await reach.send(at(open), code);
    const [quiet, coded] = open.messages.slice(-2);
    expect(quiet).toMatchObject({ priority: 3, tags: ["bell"] });
    expect(quiet).not.toHaveProperty("click");
    expect(quiet).not.toHaveProperty("sequence_id");
    expect(coded).toMatchObject({ priority: 3, tags: ["key"], actions: [] });
    expect(coded?.message).toBe(`${code.body}\n\nCode: 042137`);
  });
});

describe("whatever labels hold", () => {
  it.each(hostile)("%s: the server takes it for a message, with the token whole", async (_what, text) => {
    expect(await reach.send(at(open), { ...page, title: text, body: text })).toBe(200);
    const [message] = open.messages.slice(-1);
    expect(message?.actions[0]?.body).toBe(JSON.stringify({ token: page.acknowledge?.token }));
    expect(message?.title?.isWellFormed() && message.message.isWellFormed()).toBe(true);
    expect(open.faults).toEqual([]);
  });

  it("a message that is as long as may be is whole, and one more is cut", async () => {
    await reach.send(at(open), { ...page, body: "y".repeat(4_095) });
    await reach.send(at(open), { ...page, body: "y".repeat(4_096) });
    const [whole, cut] = open.messages.slice(-2);
    expect(whole?.message).toBe("y".repeat(4_095));
    expect(cut?.message).toBe(`${"y".repeat(4_092)}…`);
  });
});

describe("what the server answers", () => {
  it("refuses a token that is not its own, or none, in words without it", async () => {
    for (const [given, status] of [
      ["tk_wrong", 401],
      [null, 403],
    ] as const) {
      const failed = await failure(reach.send(at(closed, given), page));
      expect(failed).toMatchObject({ kind: "refused", status });
      for (const secret of ["tk_wrong", "ada-pages", closed.url])
        expect(failed.message).not.toContain(secret);
    }
  });

  it("413: it is sent shorter, once", async () => {
    const before = open.requests.length;
    open.script.push({ status: 413 });
    await reach.send(at(open), { ...page, body: "z".repeat(9_000) });
    const [first, second] = open.requests.slice(before).map(({ body }) => body.length);
    expect(second).toBeLessThan(2_048);
    expect(first).toBeGreaterThan(4_000);
    open.script.push({ status: 413 }, { status: 413 });
    expect(await failure(reach.send(at(open), page))).toMatchObject({ kind: "refused", status: 413 });
  });

  it("429 and 5xx: another try may pass; 404: there is no ntfy", async () => {
    open.script.push({ status: 429, headers: { "retry-after": "30" } }, { status: 500 }, { status: 404 });
    expect(await failure(reach.send(at(open), page))).toMatchObject({ kind: "temporary", afterMs: 30_000 });
    expect(await failure(reach.send(at(open), page))).toMatchObject({ kind: "temporary", status: 500 });
    expect(await failure(reach.send(at(open), page))).toMatchObject({ kind: "refused", status: 404 });
  });

  it.each(["", "a/b/", "?x=1", "two topics", "x".repeat(65)])(
    "no topic %j is refused unsent",
    async (topic) => {
      const before = open.requests.length;
      const sending = reach.send({ ...at(open), url: `${open.url}/${topic === "a/b/" ? "" : topic}` }, page);
      expect(await failure(sending)).toMatchObject({ kind: "refused" });
      expect(open.requests.length).toBe(before);
    },
  );
});
