import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { AuditRecord } from "../../src/engine/ports/audit.ts";
import {
  canonicalRecord,
  genesis,
  isProvenCheckpoint,
  isProvenHead,
  linksAfter,
  provenCheckpoint,
  provenHead,
  sealOf,
} from "../../src/features/identity/audit/chain.ts";
import { canonicalJson } from "../../src/kernel/equal.ts";
import type { Json } from "../../src/kernel/field.ts";
import { fc } from "../support/property.ts";
import { newEntry } from "./support.ts";

const key = Buffer.alloc(32, 7);
const sample: AuditRecord = {
  ...newEntry({ at: new Date("2026-01-31T09:30:00.123Z") }),
  organizationId: "org_1",
  sequence: 12,
  id: undefined,
  plan: undefined,
};

/** The same value with the keys of every object in another order. */
function shuffled(value: Json): Json {
  if (Array.isArray(value)) return value.map(shuffled);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, inner]) => [name, shuffled(inner as Json)]),
  );
}

describe("the canonical text", () => {
  const json = fc.jsonValue() as fc.Arbitrary<Json>;

  it("says the same whatever the order of keys", () => {
    fc.assert(fc.property(json, (value) => canonicalJson(shuffled(value)) === canonicalJson(value)));
  });

  it("is JSON of the same value, and stands by itself", () => {
    fc.assert(
      fc.property(json, (value) => {
        const text = canonicalJson(value);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(JSON.parse(text))).toBe(text);
      }),
    );
  });

  it("differs for values that differ", () => {
    fc.assert(
      fc.property(json, json, (one, other) => {
        const same = JSON.stringify(shuffled(one)) === JSON.stringify(shuffled(other));
        if (same) expect(canonicalJson(one)).toBe(canonicalJson(other));
        try {
          expect(JSON.parse(JSON.stringify(one))).toEqual(JSON.parse(JSON.stringify(other)));
        } catch {
          expect(canonicalJson(one)).not.toBe(canonicalJson(other));
        }
      }),
    );
  });

  it("keeps a key named __proto__", () => {
    expect(canonicalJson(JSON.parse('{"b":1,"__proto__":{"z":1,"a":2}}'))).toBe(
      '{"__proto__":{"a":2,"z":1},"b":1}',
    );
  });

  it("has a record's plan where there is one, written down as well", () => {
    const plan = { id: "plan_1", records: 3 };
    expect(canonicalRecord({ ...sample, plan })).toBe(
      canonicalRecord(sample).replace('"request_id"', '"plan":{"id":"plan_1","records":3},"request_id"'),
    );
    expect(sealOf(key, genesis.seal, { ...sample, plan })).toBe(
      "d4073b44638de93a9c6309c954b76c360b1bdf76a0e78c7fdd4a885ad5b2f80c",
    );
  });

  it("is written down: a change of it would break every chain there is", () => {
    expect(canonicalRecord(sample)).toBe(
      '{"action":"update_team","actor":{"id":"key_1","kind":"key","name":"deploys"},"address":"192.0.2.1",' +
        '"at":"2026-01-31T09:30:00.123Z","changes":[{"after":"Platform","before":"Core","field":"name"}],"door":"rest",' +
        '"organization":"org_1","outcome":"success","request_id":"req_1","resource":"teams","row_id":"team_1","sequence":12}',
    );
    // Computed apart from this program: Python's hmac.new(b"\x07" * 32, b"0" * 64 + text, sha256).
    expect(sealOf(key, genesis.seal, sample)).toBe(
      "ce49c61ef7914cb14fbfbd98e27e95186eef67adf763ea715f357d1eadb09a36",
    );
  });
});

describe("the chain", () => {
  it("links every record to the one before", () => {
    const records = [1, 2, 3].map((sequence) => ({ ...sample, sequence }));
    const links = linksAfter(key, genesis, records);
    expect(links.map(({ position, sequence }) => [position, sequence])).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
    ]);
    expect(links[1]?.seal).toBe(sealOf(key, links[0]?.seal ?? "", records[1] as AuditRecord));
    expect(linksAfter(key, links[0] as never, records.slice(1))).toEqual(links.slice(1));
  });

  it("covers every field of a record", () => {
    const changes: Partial<AuditRecord>[] = [
      { organizationId: "org_2" },
      { sequence: 13 },
      { id: "0198f3a2-7c1b-4d5e-8f90-123456789abc" },
      { at: new Date("2026-01-31T09:30:00.124Z") },
      { actor: { kind: "user", id: "key_1", name: "deploys" } },
      { actor: { kind: "key", id: "key_2", name: "deploys" } },
      { actor: { kind: "key", id: "key_1", name: "deploy" } },
      { door: "mcp" },
      { action: "create_team" },
      { kind: "slos" },
      { rowId: "team_2" },
      { outcome: "refused" },
      { changes: [] },
      { requestId: "req_2" },
      { address: undefined },
      { address: "" },
      { plan: { id: "plan_1", records: 2 } },
      { plan: { id: "plan_2", records: 2 } },
      { plan: { id: "plan_1", records: 3 } },
    ];
    const seals = [{}, ...changes].map((change) => sealOf(key, genesis.seal, { ...sample, ...change }));
    expect(new Set(seals).size).toBe(changes.length + 1);
    expect(new Set(Object.keys(sample))).toEqual(new Set(changes.flatMap(Object.keys)));
  });

  it("needs the key", () => {
    expect(sealOf(randomBytes(32), genesis.seal, sample)).not.toBe(sealOf(key, genesis.seal, sample));
  });

  it("proves a point for what, whose and where it is", () => {
    const point = { position: 3, seal: sealOf(key, genesis.seal, sample) };
    const keys = { seals: key, heads: Buffer.alloc(32, 8) };
    const head = provenHead(keys.heads, "org_1", point);
    expect(isProvenHead(keys, "org_1", head)).toBe(true);
    expect(isProvenHead(keys, "org_2", head)).toBe(false);
    expect(isProvenHead(keys, "org_1", { ...head, position: 2 })).toBe(false);
    expect(isProvenHead(keys, "org_1", { ...head, seal: genesis.seal })).toBe(false);
    expect(isProvenHead({ ...keys, heads: undefined }, "org_1", head)).toBe(false);
    const cut = provenCheckpoint(key, "org_1", point, sample.at);
    expect(isProvenCheckpoint(key, "org_1", cut)).toBe(true);
    expect(isProvenCheckpoint(key, "org_1", { ...cut, keptSince: undefined })).toBe(false);
    expect(isProvenCheckpoint(key, "org_1", { ...cut, code: head.code })).toBe(false);
    expect(isProvenHead({ seals: key, heads: key }, "org_1", { ...cut, code: `2.${cut.code}` })).toBe(false);
  });
});
