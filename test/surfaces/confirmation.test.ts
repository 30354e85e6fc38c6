/** The question before a call that takes its thing's id as `confirm`. One made-up operation: nothing is stored. */
import { expect, it } from "vitest";
import type { Call } from "../../src/engine/context.ts";
import { readInput } from "../../src/engine/input.ts";
import { invokeFlat } from "../../src/engine/invoke.ts";
import type { ConfigurationOperation } from "../../src/engine/operation.ts";
import { text } from "../../src/kernel/field.ts";
import { Refusal } from "../../src/kernel/problem.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { inputSchemaOf } from "../../src/surfaces/mcp/tool-schemas.ts";

const fields = { id: text({ description: "The launch." }) } as const;

const launch: ConfigurationOperation = {
  name: "launch",
  title: "Launch",
  description: "Launches it.",
  tag: "launches",
  toolset: "launches",
  credential: "bearer",
  level: "operate",
  effect: "update",
  method: "POST",
  path: "/api/v1/launches/{id}/go",
  input: { fields },
  output: { fields },
  confirms: "id",
  async question(_call, { body }) {
    const { id } = readInput(fields, body);
    if (id === "none") throw new Refusal("not_found", "There is no such launch.");
    return { message: "This would launch what is in current.", current: { id, engines: 9 } };
  },
  run: async (_call, { body }) => ({ status: 200, body: { ...readInput(fields, body), launched: true } }),
};

const call = { caller: { organization: { id: "org_1" } } } as Call;

function send(input: JsonObject) {
  const stores = {} as Parameters<typeof invokeFlat>[0];
  return invokeFlat(stores, { operation: launch, call } as Parameters<typeof invokeFlat>[1], input);
}

it("goes on with the id, and confirm is no field of the operation's own", async () => {
  const { body } = await send({ id: "launch_1", confirm: "launch_1" });
  expect(body).toEqual({ id: "launch_1", launched: true });
});

it.each([[{}], [{ confirm: true }], [{ confirm: "launch_2" }], [{ confirm: null }]])(
  "asks at %j, showing what would be done",
  async (confirm) => {
    const refused = await send({ id: "launch_1", ...confirm }).catch((error) => error);
    expect(refused).toBeInstanceOf(Refusal);
    expect([refused.status, refused.detail]).toEqual([
      409,
      { reason: "confirm", current: { id: "launch_1", engines: 9 } },
    ]);
    expect(refused.message).toBe(
      "This would launch what is in current. Nothing was done: send it again with confirm as the id once more to go on.",
    );
  },
);

it("refuses what is wrong with the call before it asks", async () => {
  await expect(send({ id: "none" })).rejects.toMatchObject({ status: 404 });
  await expect(send({})).rejects.toMatchObject({ status: 422, detail: { field: "id" } });
  await expect(send({ confirm: "launch_1" })).rejects.toMatchObject({ detail: { field: "id" } });
});

it("is a text in the tool's schema, which does not require it", () => {
  const { properties, required } = inputSchemaOf(launch, "full") as {
    properties: JsonObject;
    required: unknown;
  };
  expect(properties.confirm).toMatchObject({ type: "string" });
  expect(required).toEqual(["id"]);
});
