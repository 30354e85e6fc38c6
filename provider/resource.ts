/** A kind with many rows as a Terraform resource. Nothing here knows a kind by name. */
import type { Resource } from "../src/kernel/resource.ts";
import { resourceSchema } from "../src/surfaces/terraform/schema.ts";
import { planRow } from "./plan.ts";
import { stateOf } from "./row-values.ts";
import { etagIn, privateOf, type SessionOf } from "./session.ts";
import { validateConfig } from "./validate.ts";
import type { ReadResult, ResourceServer } from "./wire/provider.ts";
import type { ObjectValue } from "./wire/values.ts";
import { createRow, deleteRow, updateRow } from "./writes.ts";

export function collectionServer(resource: Resource, session: SessionOf): ResourceServer {
  async function read(id: string, before: ObjectValue | null, signal: AbortSignal): Promise<ReadResult> {
    const row = await session().rows.read(resource, id, signal);
    if (row === undefined) return { state: null };
    return { state: stateOf(resource, row.body, before), private: privateOf(row.etag) };
  }

  return {
    schema: resourceSchema(resource),
    validate: ({ config }) => validateConfig(resource, config),
    plan: ({ config, prior, private: bytes }) => ({ ...planRow(resource, config, prior), private: bytes }),
    create: (request) => createRow(session(), resource, request),
    update: ({ private: bytes, ...request }) =>
      updateRow(session(), resource, { ...request, id: String(request.prior.id), etag: etagIn(bytes) }),
    destroy: (request) => deleteRow(session(), resource, request),
    read: ({ state, signal }) => read(String(state.id), state, signal),
    import: ({ id, signal }) => read(id, null, signal),
  };
}
