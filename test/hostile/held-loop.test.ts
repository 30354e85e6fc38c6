import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Resource } from "../../src/kernel/resource.ts";
import { resources } from "../../src/resources/index.ts";
import { resourcesByKind } from "../../src/service.ts";
import { type Contract, startContract } from "../support/contract.ts";
import { costlyBodies, costlyShapes } from "../support/hostile-work.ts";
import { appendFileSync } from "node:fs";

let contract: Contract;
beforeAll(async () => { contract = await startContract(); });
afterAll(() => contract.close());

async function held(work: () => Promise<unknown>): Promise<{hold:number,total:number}> {
  let most = 0, total = 0;
  let last = process.cpuUsage();
  let running = true;
  const look = () => {
    const { user, system } = process.cpuUsage(last);
    most = Math.max(most, user + system); total += user + system;
    last = process.cpuUsage();
    if (running) setImmediate(look);
  };
  setImmediate(look);
  await new Promise((r) => setImmediate(r));
  most = 0; total = 0;
  await work();
  look();
  running = false;
  return { hold: most / 1000, total: total / 1000 };
}

const written = resources.filter(({ verbs }) => verbs.includes("create") || verbs.includes("update"));
const kinds = process.env.KINDS?.split(",") ?? written.map(({ kind }) => kind);
it.each(kinds)("%s", async (kind) => {
  const resource = resourcesByKind[kind] as Resource;
  const tenant = await contract.tenant();
  const valid = await tenant.samples.body(resource);
  const method = resource.verbs.includes("create") ? "POST" : "PUT";
  const send = async (payload: string) => {
    const r = await contract.service.server.inject({ method: method as "POST", url: `/api/v1/config/${kind}`, headers: { authorization: `Bearer ${tenant.key.value}`, "content-type": "application/json" }, payload });
    return r;
  };
  const shapes = kind === "teams" || kind === "connectors" || kind==="service_bindings";
  for (const { what, hostile, harmless } of [...costlyBodies(resource, valid), ...(shapes ? costlyShapes(kind==="teams"?"name":kind==="connectors"?"config":"metric_selectors") : [])]) {
    let h = 1e9, g = 1e9, ht = 1e9, gt=1e9; let status = 0, size = 0;
    for (let i = 0; i < 3; i++) {
      const x = await held(async () => { const r = await send(hostile); status = r.statusCode; size = r.body.length; });
      const y = await held(async () => { await send(harmless); });
      h = Math.min(h, x.hold); g = Math.min(g, y.hold); ht = Math.min(ht, x.total); gt = Math.min(gt, y.total);
    }
    appendFileSync("/tmp/loopm/http.txt", `${h.toFixed(1).padStart(7)} ${g.toFixed(1).padStart(7)} x${(h / g).toFixed(1)} total ${ht.toFixed(1)} ${gt.toFixed(1)} ${status} ${hostile.length}b ans ${size} ${kind}: ${what}\n`);
  }
});
