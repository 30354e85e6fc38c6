/** What being on call asks of people: planned, past, and by night. */
import type { Call } from "../../../engine/context.ts";
import type { Feature } from "../../../engine/feature.ts";
import { readInput } from "../../../engine/input.ts";
import type { ConfigurationOperation } from "../../../engine/operation.ts";
import type { Reader } from "../../../engine/ports/rows.ts";
import { dayMs } from "../../../shifts/clock.ts";
import type { Ground } from "../../ground.ts";
import type { Teams } from "../../identity/index.ts";
import { createOnCallRows, refuseStretch, refuseYear } from "../../on-call/index.ts";
import { loadByPerson } from "./count.ts";
import { csvOf } from "./csv.ts";
import { input, longestDays, type OnCallLoad, output, usualDays } from "./shapes.ts";
import { createLoadStore, mostRead } from "./store.ts";

/** So long alerts are kept after their end, and with them what was sent of them. */
const keptDays = 30;

export function createOnCallLoad(ground: Ground, teams: Teams): Feature {
  return { name: "on-call load", operations: [loadOperation(ground, teams)] };
}

function loadOperation({ store, database }: Ground, teams: Teams): ConfigurationOperation {
  const rowsOf = createOnCallRows(teams);
  const happened = createLoadStore(database);
  return {
    name: "on_call_load",
    tag: "on call",
    toolset: "On call",
    level: "read",
    effect: "read",
    credential: "bearer",
    confirms: false,
    scans: "short",
    // A model plans a change of a rota, and sees whose load moves.
    forPrograms: true,
    title: "Load of people on call",
    description: "Hours, nights, weekends and pages of people on call.",
    method: "GET",
    path: "/api/v1/on_call/load",
    query: Object.keys(input),
    media: { "application/json": "load", "text/csv": "csv" },
    input: { fields: input },
    output: { fields: output },
    async run(call, { body }) {
      const { from, to, format } = readInput(input, body);
      const since = new Date(from ?? call.now.getTime() - usualDays * dayMs);
      const until = new Date(to ?? call.now.getTime() + usualDays * dayMs);
      refuseYear("from", since);
      refuseYear("to", until);
      refuseStretch(since, until, longestDays);
      const load = await loadIn(call, { rowsOf, store, happened }, since, until);
      const stream =
        format === "csv"
          ? {
              mediaType: "text/csv",
              member: "csv",
              filename: "on-call-load.csv",
              chunks: once(csvOf(load.data)),
            }
          : {
              ...{ mediaType: "application/json", member: "load", filename: "on-call-load.json" },
              chunks: once(JSON.stringify(load)),
            };
      return { status: 200, body: {}, stream };
    },
  };
}

interface LoadDeps {
  readonly rowsOf: ReturnType<typeof createOnCallRows>;
  readonly store: Reader;
  readonly happened: ReturnType<typeof createLoadStore>;
}

async function loadIn(
  { caller, now }: Call,
  { rowsOf, store, happened }: LoadDeps,
  since: Date,
  until: Date,
): Promise<OnCallLoad> {
  const { id: organizationId } = caller.organization;
  const rows = await rowsOf(store, organizationId);
  const asked = { organizationId, since, until };
  const [pages, acknowledgements] = await Promise.all([
    happened.pages(asked, [...rows.names.keys()]),
    happened.acknowledgements(asked),
  ]);
  const knownSince = new Date(now.getTime() - keptDays * dayMs);
  return {
    ...{ from: since.toISOString(), to: until.toISOString() },
    known_since: since < knownSince ? knownSince.toISOString() : null,
    cut: [pages, acknowledgements].some(({ length }) => length === mostRead),
    data: loadByPerson(rows, { from: since.getTime(), to: until.getTime() }, now.getTime(), {
      pages,
      acknowledgements,
    }),
  };
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}
