/** A kind with many rows as a Terraform resource. Nothing here knows a kind by name. */
import type { Resource } from "../src/kernel/resource.ts";
import { resourceSchema } from "../src/surfaces/terraform/schema.ts";
import { importRow } from "./import.ts";
import { planRow } from "./plan.ts";
import { refreshed } from "./refresh.ts";
import { etagIn, type SessionOf } from "./session.ts";
import { changeProblems, validateConfig } from "./validate.ts";
import type { ReadRequest, ReadResult, ResourceServer } from "./wire/provider.ts";
import { createRow, deleteRow, updateRow } from "./writes.ts";

export function collectionServer(resource: Resource, session: SessionOf): ResourceServer {
  async function read(request: ReadRequest): Promise<ReadResult> {
    const row = await session().rows.read(resource, String(request.state.id), request.signal);
    return row === undefined ? { state: null } : refreshed(resource, row, request);
  }

  return {
    schema: resourceSchema(resource),
    validate: ({ config }) => validateConfig(resource, config),
    plan: ({ config, prior, private: bytes }) => {
      const { changed, ...planned } = planRow(resource, config, prior);
      const diagnostics = changeProblems(resource, changed, planned.planned, prior, new Date());
      return { ...planned, private: bytes, diagnostics };
    },
    create: (request) => createRow(session(), resource, request),
    update: ({ private: bytes, ...request }) =>
      updateRow(session(), resource, { ...request, id: String(request.prior.id), etag: etagIn(bytes) }),
    destroy: (request) => deleteRow(session(), resource, request),
    read,
    import: ({ id, signal }) => importRow(session(), resource, id, signal),
  };
}
