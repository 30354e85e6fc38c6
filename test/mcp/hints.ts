/** Calls a tool, and holds its annotations against what came of it. */
import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";
import { expect } from "vitest";
import type { JsonObject } from "../../src/kernel/validate.ts";
import type { TestService } from "../support/service.ts";
import { lastSequence, recordsAfter } from "./records.ts";
import { differencesOf, lossesOf, recordedIn, snapshotOf } from "./snapshots.ts";
import { agentOf, type ListedTool } from "./support.ts";

/** Counts requests to the outside that a call leads to: what is still under way from before is no part of it. */
const underWay = new AsyncLocalStorage<{ requests: number }>();
subscribe("undici:request:create", () => {
  const call = underWay.getStore();
  if (call !== undefined) call.requests += 1;
});

/** What looks may leave, which is no change of what the organization has (docs/agents.md). */
const leftByLooks = /^plans \S+ \S+ is new$/;

/**
 * What was observed, and not set: the next look takes the place of the last one, and what is lost is what no longer
 * holds.
 */
const observed = [
  /^discoveries /,
  /^render_acknowledgements /,
  /^drill_agents /,
  /^plans \S+ \S+\.status /,
  /^rows \S+ \S+ [^.]+\.state\.(?!sealed)/,
  /^deliveries /,
];

const isSet = (difference: string) => !observed.some((one) => one.test(difference));

export interface Held {
  /** Calls a tool with what it needs, twice where it says that this does no more. */
  hold(action: string, input: JsonObject): Promise<void>;
  /** What calls were seen to do, by tool. */
  readonly seen: ReadonlyMap<string, ReadonlySet<"takes" | "sends">>;
  readonly tools: ReadonlyMap<string, ListedTool>;
}

export async function holderOf(app: TestService, organizationId: string): Promise<Held> {
  const { value } = await app.makeKey(organizationId, ["mcp:admin", "mcp:program"]);
  const agent = agentOf(app, value);
  const tools = new Map((await agent.tools("?detail=full")).map((tool) => [tool.name, tool]));
  const seen = new Map<string, Set<"takes" | "sends">>();

  async function called(action: string, input: JsonObject) {
    const before = await snapshotOf(app);
    const sequence = await lastSequence(app);
    const own = { requests: 0 };
    const result = await underWay.run(own, () => agent.call(action, input));
    const after = await snapshotOf(app);
    const records = await recordsAfter(app, organizationId, sequence);
    const queued = [...after.keys()].filter((key) => key.startsWith("deliveries ") && !before.has(key));
    const sent = [...queued, ...(own.requests > 0 ? [`${own.requests} requests`] : [])];
    const differences = differencesOf(before, after).filter(isSet);
    return { result, differences, taken: lossesOf(before, after, recordedIn(records)).filter(isSet), sent };
  }

  return {
    seen,
    tools,
    async hold(action, input) {
      const { annotations } = tools.get(action) as ListedTool;
      const { result, differences, taken, sent } = await called(action, input);
      expect(result.isError, result.content[0]?.text).toBeUndefined();
      if (annotations.readOnlyHint)
        expect(
          differences.filter((one) => !leftByLooks.test(one)),
          "it only reads",
        ).toEqual([]);
      else if (!annotations.destructiveHint) expect(taken, "it destroys nothing").toEqual([]);
      if (!annotations.openWorldHint) expect(sent, "it sends nothing").toEqual([]);
      const did = seen.get(action) ?? new Set();
      seen.set(action, did);
      if (taken.length > 0) did.add("takes");
      if (sent.length > 0) did.add("sends");
      if (!annotations.idempotentHint) return;
      const again = await called(action, input);
      expect(again.sent, "it sends nothing again").toEqual([]);
      expect(again.differences, "it does nothing again").toEqual([]);
    },
  };
}
