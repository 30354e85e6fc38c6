/** Proposals as clients of the REST door make them and decide on them. */
import { expect } from "vitest";
import type { JsonObject } from "../../src/kernel/validate.ts";
import type { Answer, Send, TestService } from "../support/service.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
export type Proposal = any;

export const refusal = ({ status, body }: Answer) => [status, body.error, body.reason];

/** What sends with the key to /api/v1. */
export function sender(contract: Pick<TestService, "send">, value: string): Send {
  return (method, path, options = {}) =>
    contract.send(method, `/api/v1/${path}`, {
      ...options,
      headers: { authorization: `Bearer ${value}`, ...options.headers },
    });
}

/** Another api:admin key, which somebody with this address made. */
export async function keyOf(contract: TestService, organizationId: string, email: string) {
  const key = await contract.makeKey(organizationId, ["api:admin"]);
  await contract.database.queryText(
    { name: "test-key-maker", text: "UPDATE api_keys SET created_by = $2 WHERE id = $1" },
    [key.id, email],
  );
  return sender(contract, key.value);
}

export function proposerOf(api: Send) {
  const ask = (body: JsonObject): Promise<Answer> =>
    api("POST", "proposals", { body: { title: "A change", ...body } });
  const act = (id: string, what: string, body: JsonObject = {}): Promise<Answer> =>
    api("POST", `proposals/${id}/${what}`, { body });
  return {
    ask,
    act,
    async propose(body: JsonObject): Promise<Proposal> {
      const answer = await ask(body);
      expect(answer.status, answer.text).toBe(201);
      return answer.body;
    },
    async get(id: string): Promise<Proposal> {
      const answer = await api("GET", `proposals/${id}`);
      expect(answer.status, answer.text).toBe(200);
      return answer.body;
    },
    async done(id: string, what: string, body: JsonObject = {}): Promise<Proposal> {
      const answer = await act(id, what, body);
      expect(answer.status, answer.text).toBe(200);
      return answer.body;
    },
  };
}
