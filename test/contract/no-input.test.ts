/** Operations that take nothing refuse what they are given, at every door. */
import { expect, it } from "vitest";
import { agentOf } from "../mcp/support.ts";
import { contractFor } from "../support/contract.ts";

const contract = contractFor(import.meta.url);

it("names a field that an operation without input does not have", async () => {
  const { organization } = await contract().tenant();
  const agent = agentOf(contract(), (await contract().makeKey(organization.id, ["mcp:admin"])).value);
  const empty = [...contract().service.operations.values()].filter(
    ({ input }) => "fields" in input && !input.open && Object.keys(input.fields).length === 0,
  );
  expect(empty.map(({ name }) => name)).toEqual(expect.arrayContaining(["get_attention", "whoami"]));
  for (const { name, confirms } of empty) {
    const { isError, content } = await agent.call(name, { ...(confirms ? { confirm: true } : {}), bogus: 1 });
    expect([name, isError, JSON.parse(content[0]?.text ?? "{}").field]).toEqual([name, true, "bogus"]);
  }
});
