/**
 * Every write with bodies that nobody means well with: each is answered, none with a 500; what is refused
 * leaves no trace, and what is accepted reads back as it was answered.
 */
import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Kind } from "../../src/kernel/kind.ts";
import { definitions } from "../../src/resources/index.ts";
import { definitionsByKind } from "../../src/service.ts";
import { checkThat, printChecks } from "../support/checks.ts";
import { type Contract, type ContractTenant, startContract, walked } from "../support/contract.ts";
import { type HostileBody, hostileBodies } from "../support/hostile-bodies.ts";
import { fc } from "../support/property.ts";
import { pathOf } from "../support/samples.ts";
import type { Answer } from "../support/service.ts";

const parameters = { numRuns: Number(process.env.HOSTILE_RUNS ?? 40) };
const slowMs = 20_000;
const fine = [200, 201, 400, 409, 413, 415, 422];

let contract: Contract;
beforeAll(async () => {
  contract = await startContract();
});
afterAll(async () => {
  await contract.close();
  printChecks("hostile", import.meta.url);
});

const written = walked(
  definitions.filter(({ verbs }) => verbs.includes("create") || verbs.includes("update")),
);

describe.each(written.map(({ kind }) => kind))("%s", (kind) => {
  const definition = definitionsByKind[kind] as Kind;

  it("takes any body, and answers", async () => {
    const tenant = await contract.tenant();
    const row = await tenant.samples.row(definition);
    const valid = await tenant.samples.body(definition);
    for (const [method, path] of writesOf(definition, row.path)) {
      await fc.assert(
        fc.asyncProperty(hostileBodies(valid), (hostile) => holds(tenant, definition, method, path, hostile)),
        parameters,
      );
    }
    const read = await tenant.config("GET", row.path);
    checkThat("the row can be read", read.status === 200, read.text);
    checkThat(
      "and listed",
      definition.shape === "setting" || (await tenant.config("GET", kind)).status === 200,
    );
  });
});

it("leaves the program's own objects alone", () => {
  checkThat("Object.prototype", Object.keys(Object.prototype).length === 0 && !("polluted" in {}));
  expect(Object.getOwnPropertyNames(Object.prototype)).toHaveLength(12);
});

it("logs no error of its own", () => {
  const errors = contract.logs.filter((line) => JSON.parse(line).level >= 50);
  expect(errors).toEqual([]);
});

async function holds(
  tenant: ContractTenant,
  definition: Kind,
  method: string,
  path: string,
  { body, type }: HostileBody,
) {
  const before = await tenant.changes();
  const started = performance.now();
  const answer = await tenant.config(method, path, { body, headers: { "content-type": type } });
  const took = performance.now() - started;
  const said = `${method} ${path} with ${String(body).slice(0, 300)} as ${type}: ${answer.text.slice(0, 500)}`;
  count(said, fine.includes(answer.status));
  count(`${said} took ${took} ms`, took < slowMs);
  count(
    `${said} is answered shortly`,
    answer.body?.current !== undefined || answer.status < 400 || answer.text.length < 20_000,
  );
  const changes = (await tenant.changes()) - before;
  if (answer.status >= 400) {
    count(`${said}, but something was written`, changes === 0);
    count(
      said,
      typeof answer.body.error === "string" && answer.body.request_id === answer.headers["x-request-id"],
    );
    return;
  }
  await readsBack(tenant, definition, answer, said);
  if (answer.status === 201) count(`${said}, but nothing is on record`, changes >= 1);
}

async function readsBack({ config }: ContractTenant, definition: Kind, answer: Answer, said: string) {
  const id = definition.shape === "setting" ? definition.kind : String(answer.body.id);
  const read = await config("GET", pathOf(definition, id));
  count(
    `${said}, and reads ${read.text}`,
    isDeepStrictEqual(read.body, answer.body) && read.headers.etag === answer.headers.etag,
  );
}

/** Fails the property at once, so that it can be shrunk. */
function count(said: string, holds: boolean): void {
  checkThat("", true);
  if (!holds) throw new Error(said);
}

function writesOf(definition: Kind, path: string): [string, string][] {
  return [
    ...(definition.verbs.includes("create") ? [["POST", definition.kind] as [string, string]] : []),
    ...(definition.verbs.includes("update") ? [["PUT", path] as [string, string]] : []),
  ];
}
