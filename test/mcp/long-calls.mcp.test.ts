/** Long calls by the official clients of both generations: they receive how far a call is, and take it back. */
import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from "@modelcontextprotocol/client";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Loopback, startLoopback } from "./loopback.ts";

let loopback: Loopback;
beforeAll(async () => {
  loopback = await startLoopback();
});
afterAll(() => loopback.close());

const info = { name: "test", version: "1.0.0" };
const requestInit = () => ({ headers: { authorization: `Bearer ${loopback.key}` } });

interface Options {
  readonly onprogress?: (progress: { progress: number; message?: string | undefined }) => void;
  readonly signal?: AbortSignal;
}

interface AnyClient {
  // biome-ignore lint/suspicious/noExplicitAny: the generations type results apart
  call(name: string, input: Record<string, unknown>, options?: Options): Promise<any>;
  close(): Promise<void>;
}

async function modernClient(mode: "auto" | "legacy"): Promise<AnyClient> {
  const client = new ModernClient(info, { versionNegotiation: { mode } });
  await client.connect(new ModernTransport(new URL(loopback.url), { requestInit: requestInit() }));
  return {
    call: (name, input, options) => client.callTool({ name, arguments: input }, options),
    close: () => client.close(),
  };
}

async function oldClient(): Promise<AnyClient> {
  const client = new OldClient(info);
  // The old package's own types do not agree with each other under exactOptionalPropertyTypes.
  await client.connect(new OldTransport(new URL(loopback.url), { requestInit: requestInit() }) as never);
  return {
    call: (name, input, options) => client.callTool({ name, arguments: input }, undefined, options as never),
    close: () => client.close(),
  };
}

const rows = 800;
/** A bundle that takes a second or more to plan and to apply. */
const bundle = (name: string) => ({
  teams: Array.from({ length: rows }, (_, at) => ({ name: `${name} ${at}` })),
});
const total = async (name: string) =>
  (await loopback.tenant.api("POST", "search/teams", { body: { q: name, limit: 1 } })).body.total;

describe.each([
  ["present", () => modernClient("auto")],
  ["present, as one of 2025", () => modernClient("legacy")],
  ["old", oldClient],
] as const)("the %s client", (what, connect) => {
  it("receives how far a plan and its application are, and has the answer", async () => {
    const client = await connect();
    const received: { progress: number; message?: string | undefined }[] = [];
    const options: Options = { onprogress: (one) => received.push(one) };
    const made = await client.call("plan_changes", { bundle: bundle(`Reported to ${what}`) }, options);
    expect(made.structuredContent.summary.create).toBe(rows);
    expect(received[0]).toMatchObject({ progress: 0, message: "The call has begun." });
    const { id } = made.structuredContent;
    received.length = 0;
    const begun = performance.now();
    const applied = await client.call("apply_plan", { id, confirm: id }, options);
    const tookMs = performance.now() - begun;
    expect(applied.structuredContent.status).toBe("applied");
    const grown = received.map(({ progress }) => progress);
    // One when it begins, and one each second: never fewer, however slow the machine is.
    expect(grown.length).toBeGreaterThan(tookMs > 3_000 ? 1 : 0);
    expect(grown).toEqual([...new Set(grown)].sort((one, other) => one - other));
    for (const { message } of received.slice(1))
      expect(message).toMatch(/^\d+ steps of the work are done after \d+ s\.$/);
    const who = await client.call("whoami", {}, options);
    expect(who.structuredContent.organization.name).toBe("Acme");
    await client.close();
  });

  it("takes a plan's application back while it runs: nothing of it is done, and it can be applied again", async () => {
    const client = await connect();
    // Where the call is done before the word to end it arrives, all of it is done, and another one is tried.
    for (let tries = 1; ; tries += 1) {
      const name = `Taken back by ${what}, ${tries}`;
      const { id } = (await client.call("plan_changes", { bundle: bundle(name) })).structuredContent;
      const taking = new AbortController();
      const applying = client.call(
        "apply_plan",
        { id, confirm: id },
        { signal: taking.signal, onprogress: () => taking.abort("no more") },
      );
      await expect(applying).rejects.toThrow();
      // Refused while the other one is under way or where it was done: it waits for it, and then finds nothing done.
      const again = await client.call("apply_plan", { id, confirm: id });
      expect(await total(name)).toBe(rows);
      const said = JSON.stringify(again.content);
      if (tries < 5 && said.includes("plan_applied")) continue;
      expect(again.structuredContent?.status, said).toBe("applied");
      break;
    }
    await client.close();
  });

  it("takes a plan back before it is made: none is kept", async () => {
    const client = await connect();
    const plans = async () => (await loopback.tenant.api("GET", "plans?limit=200")).body.data.length;
    for (let tries = 1; ; tries += 1) {
      const before = await plans();
      const taking = new AbortController();
      const planning = client.call(
        "plan_changes",
        { bundle: bundle(`Never made by ${what}, ${tries}`) },
        { signal: taking.signal, onprogress: () => taking.abort("no more") },
      );
      await expect(planning).rejects.toThrow();
      // A second one of the same takes its time after the first has ended.
      await client.call("plan_changes", { bundle: bundle(`Made by ${what}, ${tries}`) });
      const made = (await plans()) - before;
      if (tries < 5 && made === 2) continue;
      expect(made).toBe(1);
      break;
    }
    await client.close();
  });
});

it("a cancelled call of another credential or session goes on", async () => {
  const [one, other] = [await oldClient(), await oldClient()];
  const name = "Of another session";
  const taking = new AbortController();
  const first = one.call(
    "plan_changes",
    { bundle: bundle(`${name}, first`) },
    { signal: taking.signal, onprogress: () => taking.abort("no more") },
  );
  const second = other.call("plan_changes", { bundle: bundle(`${name}, second`) });
  await expect(first).rejects.toThrow();
  expect((await second).structuredContent.summary.create).toBe(rows);
  await Promise.all([one.close(), other.close()]);
});
