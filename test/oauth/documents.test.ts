/** Programs whose id is the address of a document about them. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Database } from "../../src/database/database.ts";
import { clientOf } from "../../src/features/identity/oauth/clients.ts";
import { createOauthStore } from "../../src/features/identity/oauth/store.ts";
import { type OutgoingRequest, type Reply, SendFailure } from "../../src/transports/port.ts";
import { openTestDatabase } from "../support/database.ts";

const id = "https://assistant.example/oauth/client.json";
const document = {
  client_id: id,
  client_name: "Assistant",
  redirect_uris: ["https://assistant.example/callback"],
};
const now = new Date("2026-11-27T12:00:00Z");
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000);

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const sign = () => ({ signature: "", key: "" }) as never;

/** A program that is looked for, where its address answers this. */
function lookingFor(answer: () => Partial<Reply>) {
  const oauth = createOauthStore(database, sign);
  const sent: OutgoingRequest[] = [];
  const request = async (outgoing: OutgoingRequest) => {
    sent.push(outgoing);
    return { status: 200, headers: {}, text: "", ...answer() };
  };
  const http = { of: () => ({ request, post: async () => 200 }), close: async () => {} };
  const find = (of: string, at: Date, saysWhy = true) => clientOf({ oauth, http }, of, "org_1", at, saysWhy);
  return { find, sent, oauth };
}

it("reads the document once an hour, and takes what it says then", async () => {
  let text = JSON.stringify(document);
  const { find, sent } = lookingFor(() => ({ text }));
  expect(await find(id, now)).toMatchObject({ name: "Assistant", redirectUris: document.redirect_uris });
  text = JSON.stringify({ ...document, redirect_uris: ["https://assistant.example/new"] });
  expect(await find(id, later(59))).toMatchObject({ redirectUris: document.redirect_uris });
  expect(sent).toHaveLength(1);
  expect(await find(id, later(61))).toMatchObject({ redirectUris: ["https://assistant.example/new"] });
  expect(sent).toHaveLength(2);
  expect(sent[0]).toMatchObject({ url: id, timeout_ms: 5_000, max_bytes: 16_384 });
});

it.each([
  [
    "another program",
    { text: JSON.stringify({ ...document, client_id: "https://other.example/client.json" }) },
  ],
  [
    "a program with a secret",
    { text: JSON.stringify({ ...document, token_endpoint_auth_method: "client_secret_post" }) },
  ],
  ["a page", { text: "<html></html>" }],
  ["nothing", { text: "null" }],
  ["a refusal", { status: 404, text: JSON.stringify(document) }],
  ["a redirect inside", { text: JSON.stringify({ ...document, redirect_uris: ["http://10.0.0.1/"] }) }],
])("takes no document that describes %s", async (_name, reply) => {
  const { find } = lookingFor(() => reply);
  const own = id.replace("client.json", `${_name.replaceAll(" ", "-")}.json`);
  await expect(find(own, now)).rejects.toMatchObject({ detail: { reason: "oauth_client" } });
});

it("says why an address does not answer", async () => {
  const { find } = lookingFor(() => {
    throw new SendFailure("unreachable", "it does not answer");
  });
  await expect(find("https://away.example/client.json", now)).rejects.toThrow(/it does not answer/);
});

it("says to nobody but an org_admin what an address answers", async () => {
  const said = new Set<string>();
  const answers: (() => Partial<Reply>)[] = [
    () => ({ status: 404 }),
    () => ({ text: "no JSON" }),
    () => ({ text: "{}" }),
    () => {
      throw new SendFailure("unreachable", "it does not answer");
    },
  ];
  for (const answer of answers) {
    const { find } = lookingFor(answer);
    const refused = await find("https://inside.example:8443/x", now, false).catch((error: Error) => error);
    said.add(refused instanceof Error ? refused.message : "taken");
  }
  expect([...said]).toEqual([expect.stringMatching(/cannot be read .* org_admin/)]);
});

it("keeps so many programs that nobody let in, the newest", async () => {
  const { oauth } = lookingFor(() => ({}));
  const program = (name: string) => ({ id: name, name, redirectUris: [], freshUntil: null });
  await database.execute("DELETE FROM oauth_clients");
  for (const [index, name] of ["one", "two", "three"].entries())
    await oauth.put(program(name), 1, later(index));
  const kept = async () =>
    (await Promise.all(["one", "two", "three"].map((name) => oauth.client(name)))).map((found) => found?.id);
  expect(await kept()).toEqual([undefined, "two", "three"]);
});
