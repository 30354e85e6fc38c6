/**
 * What the suites that walk the registry share: a service whose every answer is kept, so that no secret can
 * have left unseen; tenants with samples; and the audit log and the rows as the database has them.
 */
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createRowStore } from "../../src/database/store.ts";
import { createVault } from "../../src/database/vault.ts";
import type { Store } from "../../src/engine/ports/rows.ts";
import { createRecordCodes } from "../../src/features/identity/audit/record-codes.ts";
import type { Plan } from "../../src/kernel/access.ts";
import type { Kind, Verb } from "../../src/kernel/kind.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { definitions } from "../../src/resources/index.ts";
import { definitionsByKind } from "../../src/service.ts";
import { printChecks } from "./checks.ts";
import { makePerson } from "./people.ts";
import { createSamples, pathOf, type Samples } from "./samples.ts";
import { type Answer, type Send, startService, type Tenant, type TestService } from "./service.ts";
import { isTurnOf, isWhole } from "./turns.ts";
import { secretMarker } from "./values.ts";

export interface AuditRow {
  readonly action: string;
  readonly resource: string;
  readonly row_id: string;
  readonly outcome: string;
  readonly changes: readonly { readonly field: string; readonly secret?: string }[];
}

export interface ContractTenant extends Tenant {
  readonly samples: Samples;
  /** The organization's audit records, oldest first, without what the service does by itself meanwhile. */
  audit(): Promise<AuditRow[]>;
  /** How many successful changes are on record. */
  changes(): Promise<number>;
}

export interface Contract extends TestService {
  readonly store: Store;
  /** Every body that was sent to anybody. */
  readonly outputs: string[];
  tenant(options?: { plan?: Plan; name?: string }): Promise<ContractTenant>;
}

/** The row by itself: what a write says of it stands next to the body. */
function rowAlone(answer: Answer): Answer & { readonly warnings?: unknown } {
  const { body } = answer;
  if (!Array.isArray(body?.warnings)) return answer;
  const { warnings, ...row } = body;
  return { ...answer, body: row, warnings };
}

export async function startContract(env?: Readonly<Record<string, string>>): Promise<Contract> {
  const service = await startService(env);
  // Samples name targets elsewhere, which no test should reach.
  await service.service.delivery.close();
  const outputs: string[] = [];
  service.service.server.addHook("onSend", async (_request, _reply, payload) => {
    outputs.push(String(payload));
    return payload;
  });
  async function tenant(options?: { plan?: Plan; name?: string }): Promise<ContractTenant> {
    const made = await service.makeTenant(options);
    const { id } = made.organization;
    const config: Send = async (...request) => rowAlone(await made.config(...request));
    const samples = createSamples({
      definitions: definitionsByKind,
      config,
      join: (email) => makePerson(service.database, id, email),
    });
    return {
      ...made,
      config,
      samples,
      audit: () =>
        service.database.queryText<AuditRow>(
          {
            name: "test-audit",
            text: "SELECT action, resource, row_id, outcome, changes FROM audit_records WHERE organization_id = $1 AND door <> 'service' ORDER BY sequence",
          },
          [id],
        ),
      async changes() {
        const [found] = await service.database.queryText<{ count: string }>(
          {
            name: "test-changes",
            text: "SELECT count(*) AS count FROM audit_records WHERE organization_id = $1 AND door <> 'service' AND outcome = 'success'",
          },
          [id],
        );
        return Number(found?.count);
      },
    };
  }

  const { signRecord } = createRecordCodes(createVault(service.settings.secretKeys));
  return { ...service, store: createRowStore(service.database, signRecord), outputs, tenant };
}

/**
 * A service for the whole of a test file, which ends by looking for secrets wherever they could have gone,
 * and by printing how much was checked.
 */
export function contractFor(file: string, env?: Readonly<Record<string, string>>): () => Contract {
  let contract: Contract | undefined;
  beforeAll(async () => {
    contract = await startContract(env);
  });
  it.sequential("starts", () => expect(contract).toBeDefined());
  afterAll(async () => {
    if (contract === undefined) return;
    const leaks = await leaksOf(contract);
    await contract.close();
    printChecks("contract", fileURLToPath(file));
    if (leaks.length > 0)
      throw new Error(`secrets left the vault: ${leaks.map((leak) => leak.slice(0, 500)).join("\n")}`);
  });
  return () => contract as Contract;
}

/** `it` where a kind has what is tested; elsewhere nothing, so that a skipped test always means something. */
export function itWhere(applies: boolean): (name: string, test: () => Promise<void>) => void {
  return applies ? it : () => {};
}

/** Answers, log lines, and rows and audit records at rest that hold a sample's secret. */
export async function leaksOf({ outputs, logs, database }: Contract): Promise<string[]> {
  const stored = await database.queryText<{ text: string }>(
    {
      name: "test-leaks",
      text: `SELECT t::text AS text FROM rows AS t WHERE t::text LIKE $1
        UNION ALL SELECT t::text FROM audit_records AS t WHERE t::text LIKE $1
        UNION ALL SELECT t::text FROM row_references AS t WHERE t::text LIKE $1
        UNION ALL SELECT t::text FROM service_names AS t WHERE t::text LIKE $1`,
    },
    [`%${secretMarker}%`],
  );
  return [
    ...outputs.filter((text) => text.includes(secretMarker)),
    ...logs.filter((line) => line.includes(secretMarker)),
    ...stored.map(({ text }) => text),
  ];
}

/** Every kind that has the verb; the same order as documents and lists. */
export function kindsWith(...verbs: readonly Verb[]): readonly Kind[] {
  return definitions.filter((definition) => verbs.every((verb) => definition.verbs.includes(verb)));
}

/**
 * Those that a walk visits which is about what the engine does alike for all kinds. A run of `.ci/run` visits a third of
 * them in turn, and the first of each sort, because each takes seconds: kinds are of one sort where the same features of
 * the engine are theirs.
 */
export function walked(kinds: readonly Kind[]): readonly Kind[] {
  if (isWhole()) return kinds;
  const first = new Map(kinds.toReversed().map((definition) => [sortOf(definition), definition]));
  return kinds.filter((definition, place) => isTurnOf(place) || first.get(sortOf(definition)) === definition);
}

function sortOf(definition: Kind): string {
  const { shape, verbs, level, order, ownable, oneDefault, peers, keyHeld, otherKey, hiddenState } =
    definition;
  const types = new Set(Object.values(definition.fields).map(({ type }) => type));
  return JSON.stringify([
    [shape, verbs, level, order, ownable, types.has("secret"), types.has("computed")],
    [oneDefault, peers, keyHeld, otherKey].map((rule) => rule !== undefined),
    Object.keys(hiddenState).length > 0,
  ]);
}

export const collections = definitions.filter(({ shape }) => shape === "collection");
export const settings = definitions.filter(({ shape }) => shape === "setting");

/** The call that a verb is, on a row with this id. */
export function callOf(definition: Kind, verb: Verb, id: string): { method: string; path: string } {
  const row = pathOf(definition, id);
  switch (verb) {
    case "list":
      return { method: "GET", path: definition.kind };
    case "get":
      return { method: "GET", path: row };
    case "create":
      return { method: "POST", path: definition.kind };
    case "update":
      return { method: "PUT", path: row };
    case "delete":
      return { method: "DELETE", path: row };
  }
}

/** An id that no row of the kind has, though one could. */
export function missingId(definition: Kind): string {
  return definition.idPrefix === "" ? "no such thing" : `${definition.idPrefix}_01h00000000000000000000000`;
}

/** What a refusal says, without what differs from request to request. */
export function withoutRequestId({ body }: Answer): JsonObject {
  const { request_id: _, ...rest } = body;
  return rest;
}
