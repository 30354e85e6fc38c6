/** Reads the files of a folder; many of them in a thread of its own, since the process serves others meanwhile. */
import { createThreads } from "../../../engine/threads.ts";
import type { Kind } from "../../../kernel/kind.ts";
import { type Reading, type ReadingRequest, type RewritingRequest, type Rewritten, work } from "./reading.ts";

/** As much is read in a few milliseconds. */
const mostHere = 32_768;

const inThread = createThreads<ReadingRequest | RewritingRequest, Reading | Rewritten>(
  import.meta.url,
  { atOnce: 2, waiting: 64, waitingMs: 60_000, runningMs: 60_000, memoryMb: 1_024 },
  {
    busy: () => new UnreadFiles("many repositories are read now; it is tried again"),
    tooLarge: (what) => new UnreadFiles(`reading the files takes ${what}; divide them among several sources`),
  },
);

/** The files were not read. */
export class UnreadFiles extends Error {}

/** @param of the organization @throws UnreadFiles */
export async function readFiles(request: ReadingRequest, of: string): Promise<Reading> {
  return (await worked(request, of)) as Reading;
}

/** @param of the organization @throws UnreadFiles */
export async function rewrittenFiles(request: RewritingRequest, of: string): Promise<Rewritten> {
  return (await worked(request, of)) as Rewritten;
}

function worked(request: ReadingRequest | RewritingRequest, of: string) {
  const size = request.files.reduce((sum, { text }) => sum + text.length, 0);
  if (size <= mostHere) return work(request);
  const kinds = withoutRules(request.kinds) as readonly Kind[];
  return inThread({ ...request, kinds }, { of, signal: undefined, worked: undefined });
}

/** The kinds' data: rules stand at any depth, and no thread can be given one. */
function withoutRules(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutRules);
  if (typeof value !== "object" || value === null || value instanceof RegExp) return value;
  const data = Object.entries(value).filter(([, one]) => typeof one !== "function");
  return Object.fromEntries(data.map(([name, one]) => [name, withoutRules(one)]));
}
