/** The bound of a body is its operation's, and known before a byte of it is read. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isBundled } from "../../src/engine/plan/bundle-entry.ts";
import { maxRequestBytes } from "../../src/features/changes/plans/input.ts";
import { maxBodyBytes } from "../../src/kernel/json.ts";
import { parseLongJson } from "../../src/kernel/long-json.ts";
import { definitions } from "../../src/resources/index.ts";
import { path as mcp, modernHeaders, modernRequest } from "../mcp/support.ts";
import { siteOf } from "../support/sign-in.ts";
import { bodyOf, startWire, statusOf, type Wire, whole } from "../support/wire.ts";

const json = { "Content-Type": "application/json" };
const plans = "/api/v1/plans";

let wire: Wire;
beforeAll(async () => {
  wire = await startWire();
});
afterAll(() => wire.contract.close());

const saying = (length: number, method = "POST", place = plans) =>
  wire.exchange((socket) => {
    socket.write(wire.head(method, place, { ...json, "Content-Length": String(length) }));
  }, whole);

it("is refused by the request's head, with the bound of that call", async () => {
  const found = await saying(maxRequestBytes + 1);
  expect(statusOf(found)).toBe(413);
  expect(bodyOf(found).message).toBe(`The body is larger than ${maxRequestBytes} bytes; send less.`);
  for (const [method, place] of [
    ["POST", "/api/v1/config/teams"],
    ["POST", "/api/v1/plans/plan_none/undo"],
    ["POST", "/api/v1/plans/plan_none/apply"],
  ] as const) {
    const { message } = bodyOf(await saying(maxBodyBytes + 1, method, place));
    expect(message, place).toBe(`The body is larger than 1 MiB (${maxBodyBytes} bytes); send less.`);
  }
});

const padded = (body: object, length: number) => {
  const text = JSON.stringify(body);
  return text + " ".repeat(length - text.length);
};

it("is taken up to the bound, at REST and in the console", async () => {
  const { contract } = wire;
  const { key, organization } = await contract.tenant();
  const body = padded({ bundle: {} }, maxRequestBytes);
  const inject = (url: string, payload: string, headers: Record<string, string>) =>
    contract.service.server.inject({
      method: "POST",
      url,
      payload,
      headers: { "content-type": "application/json", ...headers },
    });
  const authorization = { authorization: `Bearer ${key.value}` };
  expect((await inject(plans, body, authorization)).statusCode).toBe(201);
  expect((await inject(plans, `${body} `, authorization)).statusCode).toBe(413);
  const person = await siteOf(contract).makeMember(organization.id, "viewer");
  const act = (name: string, text: string) =>
    person.send("POST", `organizations/${organization.id}/actions/${name}`, { body: text });
  expect((await act("plan_changes", body)).status).toBe(201);
  expect((await act("plan_changes", `${body} `)).status).toBe(413);
  expect((await act("get_plan", padded({ id: "none" }, maxBodyBytes + 1))).status).toBe(413);
});

it("is the usual one at MCP, where the refusal names the way for a longer one", async () => {
  const { contract } = wire;
  const { organization } = await contract.tenant();
  const { value } = await contract.makeKey(organization.id, ["mcp:read"]);
  const name = "plan_changes";
  const answer = await contract.service.server.inject({
    method: "POST",
    url: mcp,
    payload: padded(modernRequest("tools/call", { name, arguments: { bundle: {} } }), maxBodyBytes + 1),
    headers: {
      ...modernHeaders("tools/call", { name }),
      authorization: `Bearer ${value}`,
      "content-type": "application/json",
    },
  });
  expect(answer.statusCode).toBe(413);
  const { message } = answer.json();
  const said = `The body is larger than 1 MiB (${maxBodyBytes} bytes); send less, or use REST, where these take more: `;
  expect(message.slice(0, said.length)).toBe(said);
  expect(message.slice(said.length)).toContain("POST /api/v1/plans for plan_changes");
});

describe("a bundle of two thousand rows", () => {
  it.each(
    definitions
      .filter((one) => isBundled(one) && one.shape === "collection")
      .map((one) => [one.kind, one] as const),
  )("of %s is no longer than a plan may be", async (kind, { example, naturalKey }) => {
    const rows = Array.from({ length: 2_000 }, (_, at) => ({
      ...example,
      ...Object.fromEntries(naturalKey.map((name) => [name, `${String(example[name])} ${at}`])),
    }));
    const text = JSON.stringify({ bundle: { [kind]: rows } });
    expect(Buffer.byteLength(text)).toBeLessThan(maxRequestBytes);
    await expect(parseLongJson(Buffer.from(text), maxRequestBytes, { of: "test" })).resolves.toBeDefined();
  });
});
