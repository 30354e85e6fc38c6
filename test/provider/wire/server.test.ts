import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DiagnosticsError } from "../../../provider/wire/diagnostics.ts";
import { decodeValue, encodeValue } from "../../../provider/wire/dynamic-value.ts";
import { asTerraform, encodeResponse, type Message } from "../../../provider/wire/messages.ts";
import type { ProviderServer, ResourceServer } from "../../../provider/wire/provider.ts";
import type { Attributes } from "../../../provider/wire/schema.ts";
import { rpcsOf } from "../../../provider/wire/server.ts";
import type { ObjectValue } from "../../../provider/wire/values.ts";

const attributes: Attributes = {
  name: { type: "string", required: true },
  ratio: { type: "number", optional: true },
  secret: { type: "string", optional: true, writeOnly: true },
};
const none = new Uint8Array();
const tag = Buffer.from("tag");
const row: ObjectValue = { name: "a", ratio: 0.5, secret: null };
const failure = { severity: "error", summary: "No" } as const;

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** The RPCs of a provider with one resource `thing`, of which a test says only what it is about. */
function rpcsWith(resource: Partial<ResourceServer> = {}, provider: Partial<ProviderServer> = {}) {
  const unasked = () => {
    throw new Error("nobody asked for this");
  };
  const thing: ResourceServer = {
    schema: { version: 2, attributes },
    plan: ({ proposed }) => ({ planned: proposed }),
    create: unasked,
    update: unasked,
    destroy: unasked,
    read: unasked,
    import: unasked,
    ...resource,
  };
  return rpcsOf({
    schema: { attributes: {} },
    resources: { thing },
    dataSources: {},
    configure: () => [],
    ...provider,
  });
}

function sent(value: ObjectValue | null) {
  return { json: none, ...encodeValue(attributes, value) };
}

function answered(value: Message<"DynamicValue"> | undefined): ObjectValue | null | undefined {
  return value && decodeValue(attributes, { msgpack: value.msgpack ?? none, json: none });
}

function applyOf(prior: ObjectValue | null, planned: ObjectValue | null) {
  const config = planned && { ...planned, secret: "hush" };
  return {
    typeName: "thing",
    priorState: sent(prior),
    plannedState: sent(planned),
    config: sent(config),
    plannedPrivate: tag,
  };
}

function planOf(prior: ObjectValue | null, proposed: ObjectValue | null) {
  const { plannedState, plannedPrivate, ...rest } = applyOf(prior, proposed);
  return { ...rest, proposedNewState: plannedState, priorPrivate: plannedPrivate };
}

test("a create gets the write-only value, and no state has it, even if the resource puts it there", async () => {
  const seen: unknown[] = [];
  const rpcs = rpcsWith({
    create: ({ config, planned, private: bytes }) => {
      seen.push(config.secret, planned.secret, Buffer.from(bytes).toString());
      return { state: { ...planned, secret: "hush" } };
    },
  });
  const { newState, diagnostics } = await rpcs.applyResourceChange(applyOf(null, row));
  expect(diagnostics).toEqual([]);
  expect(seen).toEqual(["hush", null, "tag"]);
  expect(answered(newState)).toEqual(row);
});

test("a plan nulls write-only values and passes paths and private bytes on", async () => {
  const rpcs = rpcsWith({
    plan: ({ config, proposed }) => ({
      planned: { ...proposed, secret: config.secret ?? null },
      requiresReplace: [["name"], ["steps", 0, { key: "k" }]],
    }),
  });
  const { plannedState, plannedPrivate, requiresReplace } = await rpcs.planResourceChange(planOf(row, row));
  expect(answered(plannedState)).toEqual(row);
  expect(plannedPrivate).toBe(tag);
  expect(requiresReplace).toEqual([
    { steps: [{ attributeName: "name" }] },
    { steps: [{ attributeName: "steps" }, { elementKeyInt: 0 }, { elementKeyString: "k" }] },
  ]);
});

test("an index of zero and an empty name survive the wire", () => {
  const steps = [{ elementKeyInt: 0 }, { elementKeyString: "" }];
  const bytes = encodeResponse("planResourceChange", { requiresReplace: [{ steps }] });
  // Field 3 as varint 0 (18 00), then field 2 as a string of no bytes (12 00).
  expect(bytes.toString("hex")).toBe("12080a0218000a021200");
  expect(asTerraform.decodeResponse("planResourceChange", bytes).requiresReplace).toHaveLength(1);
});

test("update and destroy get the prior state; what they answer decides", async () => {
  const calls: string[] = [];
  const rpcs = rpcsWith({
    update: ({ prior, planned }) => {
      calls.push(`update ${String(prior.name)} ${String(planned.name)}`);
      return { state: planned, private: Buffer.from("new") };
    },
    destroy: ({ prior }) => {
      calls.push(`destroy ${String(prior.name)}`);
      return [];
    },
  });
  const updated = await rpcs.applyResourceChange(applyOf(row, { ...row, name: "b" }));
  expect(answered(updated.newState)).toMatchObject({ name: "b" });
  expect(Buffer.from(updated.private ?? none).toString()).toBe("new");
  const destroyed = await rpcs.applyResourceChange(applyOf(row, null));
  expect(answered(destroyed.newState)).toBeNull();
  expect(calls).toEqual(["update a b", "destroy a"]);
});

test.each<[string, Partial<ResourceServer>]>([
  ["answers with an error", { update: () => ({ diagnostics: [failure] }), destroy: () => [failure] }],
  ["throws", {}],
  ["answers with neither state nor error", { update: () => ({}) }],
  ["answers with what its schema cannot hold", { update: () => ({ state: { ratio: "x" } }) }],
])("a write that %s leaves the state as it was", async (_how, resource) => {
  const rpcs = rpcsWith(resource);
  for (const planned of [{ ...row, name: "b" }, null]) {
    const { newState, private: bytes, diagnostics } = await rpcs.applyResourceChange(applyOf(row, planned));
    expect(answered(newState)).toEqual(row);
    expect(bytes).toBe(tag);
    expect(diagnostics).toHaveLength(1);
  }
});

test("a create that half succeeded answers with a state next to its error", async () => {
  const rpcs = rpcsWith({ create: ({ planned }) => ({ state: planned, diagnostics: [failure] }) });
  const { newState, diagnostics } = await rpcs.applyResourceChange(applyOf(null, row));
  expect(answered(newState)).toEqual(row);
  expect(diagnostics).toMatchObject([{ severity: 1 }]);
});

test("a state of today's version is read without upgrade: unknown attributes go, new ones are null", async () => {
  const rpcs = rpcsWith({ upgrade: () => ({ name: "never" }) });
  const json = Buffer.from('{"name":"a","ratio":0.1,"dropped":[1,{}]}');
  const rawState = { json };
  const { upgradedState } = await rpcs.upgradeResourceState({ typeName: "thing", version: 2, rawState });
  expect(answered(upgradedState)).toEqual({ name: "a", ratio: 0.1, secret: null });
  // As text: Terraform takes 0.1 for the decimal it is, where a float would be another number.
  expect(Buffer.from(upgradedState?.msgpack ?? none).includes("0.1")).toBe(true);
});

test("an older state goes through upgrade, or is refused where there is none", async () => {
  const request = { typeName: "thing", version: 1, rawState: { json: Buffer.from('{"title":"a"}') } };
  const upgrading = rpcsWith({ upgrade: ({ title }, version) => ({ name: `${title}${version}` }) });
  expect(answered((await upgrading.upgradeResourceState(request)).upgradedState)?.name).toBe("a1");
  const { upgradedState, diagnostics } = await rpcsWith().upgradeResourceState(request);
  expect(upgradedState).toBeUndefined();
  expect(diagnostics).toMatchObject([{ severity: 1, summary: "State of an unknown version" }]);
});

test("a row that is gone reads as null; private bytes stay unless read gives new ones", async () => {
  const request = { typeName: "thing", currentState: sent(row), private: tag };
  const gone = await rpcsWith({ read: () => ({ state: null }) }).readResource(request);
  expect(answered(gone.newState)).toBeNull();
  const kept = await rpcsWith({ read: ({ state }) => ({ state }) }).readResource(request);
  expect(answered(kept.newState)).toEqual(row);
  expect(kept.private).toBe(tag);
});

test("an import of nothing is an error", async () => {
  const rpcs = rpcsWith({ import: () => ({ state: null }) });
  const { importedResources, diagnostics } = await rpcs.importResourceState({ typeName: "thing", id: "t9" });
  expect(importedResources).toBeUndefined();
  expect(diagnostics).toMatchObject([{ severity: 1, summary: 'There is no thing "t9" to import' }]);
});

test("StopProvider ends reads, also later ones, and has no way to reach a write", async () => {
  const reads: Promise<never>[] = [];
  const rpcs = rpcsWith({
    read: ({ signal }) => {
      const interrupted = new Promise<never>((_resolve, reject) => {
        if (signal.aborted) reject(signal.reason);
        signal.addEventListener("abort", () => reject(signal.reason));
      });
      reads.push(interrupted);
      return interrupted;
    },
    create: async (request) => {
      expect(request).not.toHaveProperty("signal");
      await new Promise((resolve) => setTimeout(resolve, 20));
      return { state: request.planned };
    },
  });
  const request = { typeName: "thing", currentState: sent(row), private: none };
  const reading = rpcs.readResource(request);
  const writing = rpcs.applyResourceChange(applyOf(null, row));
  await rpcs.stopProvider({});
  expect((await reading).diagnostics).toMatchObject([{ summary: "Interrupted" }]);
  expect((await rpcs.readResource(request)).diagnostics).toMatchObject([{ summary: "Interrupted" }]);
  expect(answered((await writing).newState)).toEqual(row);
  expect(reads).toHaveLength(2);
});

test("an error thrown on purpose says what it means, a bug says it is one", async () => {
  const meant = rpcsWith({
    validate: () => {
      throw new DiagnosticsError([{ severity: "error", summary: "Meant", path: ["name"] }]);
    },
  });
  const request = { typeName: "thing", config: sent(row), clientCapabilities: null };
  expect((await meant.validateResourceConfig(request)).diagnostics).toMatchObject([
    { summary: "Meant", attribute: { steps: [{ attributeName: "name" }] } },
  ]);
  expect(console.error).not.toHaveBeenCalled();

  const { diagnostics } = await rpcsWith().readResource({
    ...request,
    currentState: sent(row),
    private: none,
  });
  expect(diagnostics).toMatchObject([{ summary: "The provider failed unexpectedly" }]);
  expect(console.error).toHaveBeenCalledOnce();
});

test("a Terraform that would store write-only values is asked to be newer", async () => {
  const request = { typeName: "thing", config: sent({ ...row, secret: "hush" }) };
  const old = await rpcsWith().validateResourceConfig({ ...request, clientCapabilities: null });
  expect(old.diagnostics).toMatchObject([{ attribute: { steps: [{ attributeName: "secret" }] } }]);
  const clientCapabilities = { deferralAllowed: false, writeOnlyAttributesAllowed: true };
  const current = await rpcsWith().validateResourceConfig({ ...request, clientCapabilities });
  expect(current.diagnostics).toEqual([]);
});

test("a state of another type is refused clearly, an unknown type too", async () => {
  const move = { sourceProviderAddress: "x", sourceTypeName: "other", targetTypeName: "thing" };
  expect((await rpcsWith().moveResourceState(move)).diagnostics).toMatchObject([
    { severity: 1, detail: "A other cannot become a thing: import the row instead." },
  ]);
  const request = { typeName: "constructor", currentState: sent(row), private: none };
  expect((await rpcsWith().readResource(request)).diagnostics).toMatchObject([
    { summary: "This provider has no constructor" },
  ]);
});

test("planning a destroy is announced only by a provider that has something to say", async () => {
  const silent = rpcsWith();
  expect((await silent.getMetadata({})).serverCapabilities).toMatchObject({ planDestroy: false });
  const warning = { severity: "warning", summary: "Mind" } as const;
  const talking = rpcsWith({ planDestroy: () => ({ diagnostics: [warning] }) });
  const { serverCapabilities } = await talking.getProviderSchema({});
  expect(serverCapabilities).toEqual({ planDestroy: true, getProviderSchemaOptional: true });
  const { plannedState, plannedPrivate, diagnostics } = await talking.planResourceChange(planOf(row, null));
  expect(answered(plannedState)).toBeNull();
  expect(plannedPrivate).toBe(tag);
  expect(diagnostics).toMatchObject([{ severity: 2, summary: "Mind" }]);
});
