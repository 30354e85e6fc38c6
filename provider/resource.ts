/** A kind with many rows as a Terraform resource. Nothing here knows a kind by name. */
import type { Kind } from "../src/kernel/kind.ts";
import { resourceSchema } from "../src/surfaces/terraform/schema.ts";
import { importRow } from "./import.ts";
import { planRow } from "./plan.ts";
import { refreshed } from "./refresh.ts";
import { etagIn, type SessionOf } from "./session.ts";
import { changeProblems, validateConfig } from "./validate.ts";
import type { ReadRequest, ReadResult, ResourceServer } from "./wire/provider.ts";
import { createRow, deleteRow, updateRow } from "./writes.ts";

export function collectionServer(definition: Kind, session: SessionOf): ResourceServer {
  async function read(request: ReadRequest): Promise<ReadResult> {
    const row = await session().rows.read(definition, String(request.state.id), request.signal);
    return row === undefined ? { state: null } : refreshed(definition, row, request);
  }

  return {
    schema: resourceSchema(definition),
    validate: ({ config }) => validateConfig(definition, config),
    plan: ({ config, prior, private: bytes }) => {
      const { changed, ...planned } = planRow(definition, config, prior);
      const diagnostics = changeProblems(definition, changed, planned.planned, prior, new Date());
      return { ...planned, private: bytes, diagnostics };
    },
    create: (request) => createRow(session(), definition, request),
    update: ({ private: bytes, ...request }) =>
      updateRow(session(), definition, { ...request, id: String(request.prior.id), etag: etagIn(bytes) }),
    destroy: (request) => deleteRow(session(), definition, request),
    read,
    import: ({ id, signal }) => importRow(session(), definition, id, signal),
  };
}
