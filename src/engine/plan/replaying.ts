/** Decides the past anew for a plan: a little of it in pieces between other calls, much of it in a thread. */
import { inPieces, type Pieces } from "../../kernel/time-slices.ts";
import { type Call, turnOf } from "../context.ts";
import { createThreads } from "../threads.ts";

/** Why a replay was not made, for whoever plans. */
export class NotReplayed extends Error {}

export interface ReplayBounds {
  /** How much is replayed in pieces, in less time than a thread takes to start. */
  readonly inPieces: number;
  /** Memory of a thread. */
  readonly memoryMb: number;
}

/**
 * @param folder the address of a module; `worker` next to it does the same in a thread
 * @returns replays a request, of which `count` says how much it is; answers why not, where no thread can do it
 */
export function createReplaying<Request, Answer>(
  folder: string,
  replay: (request: Request) => Pieces<Answer>,
  most: ReplayBounds,
): (call: Call, request: Request, count: number) => Promise<Answer | NotReplayed> {
  const bounds = { atOnce: 2, waiting: 8, waitingMs: 5_000, runningMs: 20_000, memoryMb: most.memoryMb };
  const inThread = createThreads<Request, Answer>(folder, bounds, {
    busy: () => new NotReplayed("many replays are made now; plan again in a moment"),
    tooLarge: (what) => new NotReplayed(`the replay takes ${what}; send fewer replay_days`),
  });
  return async (call, request, count) => {
    if (count <= most.inPieces) return inPieces(replay(request), turnOf(call));
    try {
      return await inThread(request, turnOf(call));
    } catch (error) {
      if (error instanceof NotReplayed) return error;
      throw error;
    }
  };
}
