/** What the rows of one run have to know of each other, around each resource's own work. */
import type { Kind } from "../src/kernel/kind.ts";
import { addressOf, type RowAddress } from "./plan-notes.ts";
import { etagIn, privateOf, type Session } from "./session.ts";
import { DiagnosticsError, diagnosticsOf, hasErrors } from "./wire/diagnostics.ts";
import type { ApplyResult, Diagnostics, ResourceServer } from "./wire/provider.ts";

/**
 * The same server, but its plans are noted where a row goes, two rows of one plan that are both to be the default are
 * reported, and what waits for a write is done with it. Before the provider is configured nothing is noted.
 */
export function inOneRun(
  definition: Kind,
  server: ResourceServer,
  current: () => Session | undefined,
): ResourceServer {
  /** The work's diagnostics, and those of what had waited for it. */
  async function followed(
    row: RowAddress | undefined,
    work: () => Promise<Diagnostics>,
  ): Promise<Diagnostics> {
    const session = current();
    // Without a session the work itself says what is missing.
    if (session === undefined) return work();
    const { notes, deletes } = session;
    notes.close();
    return deletes.during(async () => {
      const own = await work().catch((error) => {
        throw new DiagnosticsError([...diagnosticsOf(error), ...deletes.failed(row)]);
      });
      if (hasErrors(own)) return [...own, ...deletes.failed(row)];
      return row === undefined ? own : [...own, ...(await deletes.written(row))];
    });
  }

  async function applied(
    row: RowAddress | undefined,
    work: () => ReturnType<ResourceServer["update"]>,
  ): Promise<ApplyResult> {
    let result: ApplyResult = {};
    const diagnostics = await followed(row, async () => {
      result = await work();
      return result.diagnostics ?? [];
    });
    return { ...result, diagnostics };
  }

  /** The ETag that the bytes hold, and where the plan's notes are. */
  const noted = (bytes: Uint8Array, notes: string | undefined) => privateOf(etagIn(bytes), notes);

  return {
    ...server,
    plan: async (request) => {
      const session = current();
      const planned = async () => server.plan(request);
      const result = await (session?.deletes.during(planned) ?? planned());
      const notes = session?.notes;
      const { prior } = request;
      const diagnostics = [
        ...(result.diagnostics ?? []),
        ...(session?.defaults.claim(definition, result.planned) ?? []),
      ];
      if (prior === null) {
        notes?.comes(definition, result.planned);
        return { ...result, diagnostics };
      }
      const replaced = (result.requiresReplace ?? []).length > 0;
      notes?.changes(definition, prior, replaced ? null : result.planned);
      if (!replaced) return { ...result, diagnostics };
      notes?.goes(definition, prior);
      return { ...result, diagnostics, private: noted(result.private ?? request.private, notes?.name) };
    },
    planDestroy: async (request) => {
      const notes = current()?.notes;
      notes?.changes(definition, request.prior, null);
      notes?.goes(definition, request.prior);
      const result = await server.planDestroy?.(request);
      return { ...result, private: noted(result?.private ?? request.private, notes?.name) };
    },
    create: (request) => applied(savedRow(definition), async () => server.create(request)),
    update: (request) =>
      applied(addressOf(definition, request.prior.id ?? null), async () => server.update(request)),
    destroy: (request) =>
      followed(addressOf(definition, request.prior.id ?? null), async () => server.destroy(request)),
  };
}

/** Creating a setting is a save over the row that is there, which may let go of others; any other row is new. */
function savedRow({ shape, kind }: Kind): RowAddress | undefined {
  return shape === "setting" ? addressOf({ kind }, kind) : undefined;
}
