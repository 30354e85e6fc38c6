/** Every write of a row that change policies may hold becomes a proposal where it says so: kinds × verbs × doors. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Kind, Verb } from "../../src/kernel/kind.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { definitions } from "../../src/resources/index.ts";
import { type Doors, openDoors } from "../mcp/doors.ts";
import { type Contract, type ContractTenant, callOf, startContract, walked } from "../support/contract.ts";
import { makePerson } from "../support/people.ts";
import type { Send } from "../support/service.ts";
import { keyOf } from "./support.ts";

let test: Contract;
beforeAll(async () => {
  test = await startContract();
});
afterAll(() => test.close());

/** A policy that takes in everything, and somebody who approves. */
async function hold({ config, organization }: ContractTenant): Promise<Send> {
  const made = await config("POST", "change_policies", { body: { name: "All" } });
  expect(made.status, made.text).toBe(201);
  const email = `approver@${organization.slug}.example.com`;
  await makePerson(test.database, organization.id, email, "org_admin");
  return keyOf(test, organization.id, email);
}

/** What was changed, but for the proposals themselves. */
async function changesOf(tenant: ContractTenant): Promise<string[]> {
  const records = await tenant.audit();
  return records
    .filter(({ outcome }) => outcome === "success")
    .flatMap(({ action }) => (action === "propose_change" ? [] : [action]));
}

async function applied(approver: Send, { id, digest }: { id: string; digest: string }): Promise<void> {
  for (const act of ["approve", "apply"]) {
    const answer = await approver("POST", `proposals/${id}/${act}`, { body: { digest } });
    expect(answer.status, `${act}: ${answer.text}`).toBe(200);
  }
}

/** The same call at each door, with what it answers. */
function proposingAt({ rest, agent, act }: Doors, definition: Kind, verb: Verb, input: JsonObject) {
  const name = definition.actionNames[verb];
  return [
    async () => {
      const { id = "", ...body } = input;
      const { method, path } = callOf(definition, verb, String(id));
      const answer = await rest(method, `config/${path}?propose=true`, {
        ...(method === "DELETE" ? {} : { body }),
      });
      expect(answer.status, `${name} at REST: ${answer.text}`).toBe(202);
      expect(answer.headers.location).toBe(`/api/v1/proposals/${answer.body.id}`);
      return answer.body;
    },
    async () => {
      const answer = await act(`${name}?propose=true`, input);
      expect(answer.status, `${name} in the console: ${answer.text}`).toBe(202);
      return answer.body;
    },
    async () => {
      // A field of that name has a row's tool of its own, which says both.
      const { id, confirm, ...fields } = input;
      const ownField = Object.hasOwn(definition.fields, "propose");
      const result = ownField
        ? await agent.call(`${verb}_row`, { kind: definition.kind, id, confirm, fields, propose: true })
        : await agent.call(name, { ...input, propose: true });
      expect(result.isError, `${name} at MCP: ${result.content[0]?.text}`).toBeFalsy();
      return result.structuredContent;
    },
  ];
}

async function changeOf({ samples }: ContractTenant, definition: Kind, now: JsonObject): Promise<JsonObject> {
  for (const [name, { type, fixed }] of Object.entries(definition.fields)) {
    if (type === "computed" || type === "secret" || fixed) continue;
    const change = await samples.moved(definition, now, name);
    if (change !== undefined) return change;
  }
  throw new Error(`nothing of ${definition.kind} can be changed`);
}

/** Values of samples that would keep the doors' own callers out. */
const keepsIn: Readonly<Record<string, JsonObject>> = {
  organization_settings: { require_second_factor: false, ip_allowlist: [] },
};

const written = definitions.filter(({ verbs }) => verbs.some((verb) => verb !== "list" && verb !== "get"));

describe.each(walked(written).map((definition) => [definition.kind, definition] as const))(
  "%s",
  (kind, definition) => {
    it("is proposed at each door, changes nothing, and is then as the write would have left it", async () => {
      const tenant = await test.tenant();
      const { verbs, shape } = definition;
      const isSetting = shape === "setting";
      const row =
        verbs.includes("create") || isSetting
          ? await tenant.samples.row(definition, keepsIn[kind])
          : undefined;
      const body = verbs.includes("create") ? await tenant.samples.body(definition) : undefined;
      const change =
        row !== undefined && verbs.includes("update")
          ? await changeOf(tenant, definition, row.answer.body)
          : undefined;
      const doors = await openDoors(test, tenant.organization.id);
      const approver = await hold(tenant);
      const id = isSetting ? {} : { id: row?.id ?? "" };
      const proposed = async (verb: Verb, input: JsonObject) => {
        const before = await changesOf(tenant);
        let last: JsonObject = {};
        for (const propose of proposingAt(doors, definition, verb, input)) {
          last = await propose();
          expect(last).toMatchObject({ status: "open", needs: [{ policy: "All", have: 0 }], problems: [] });
          expect((last.changes as JsonObject[]).length).toBeGreaterThan(0);
        }
        expect(await changesOf(tenant)).toEqual(before);
        await applied(approver, last as { id: string; digest: string });
      };
      const at = (rowId: unknown) => `config/${callOf(definition, "update", String(rowId)).path}`;
      if (change !== undefined) {
        await proposed("update", { ...id, ...change });
        const now = await tenant.api("GET", at(row?.id));
        // What is so already is no change.
        const again = await tenant.api("PUT", at(row?.id), { body: change });
        if (again.body.reason !== "no_change")
          expect([again.status, again.headers.etag]).toEqual([200, now.headers.etag]);
      }
      if (verbs.includes("delete") && row !== undefined) {
        await proposed("delete", id);
        expect((await tenant.api("GET", at(row.id))).status).toBe(404);
      }
      if (body !== undefined) {
        const ids = async () =>
          (await tenant.config("GET", kind)).body.data.map((one: { id: string }) => one.id) as string[];
        const before = await ids();
        await proposed("create", body);
        const [made] = (await ids()).filter((one) => !before.includes(one));
        const { body: shown } = await tenant.api("GET", at(made));
        for (const [name, field] of Object.entries(definition.fields))
          if (field.type === "secret" && body[name] !== undefined) expect(shown[name], name).not.toBeNull();
      }
    });
  },
);
