/** The way to one hosted engine: a round on it ends in time, and an engine that is silent is left alone for a while. */
import { type HttpRequests, SendFailure } from "../../../transports/port.ts";

/** All that is asked in one round: as long as it may take an engine to read large files, and some more. */
const round_ms = 180_000;
/** How long an answer may take where the question says nothing else. */
const answer_ms = 15_000;
/**
 * An engine of which nothing answered is left alone for this, then for twice as long, up to the other, because each
 * round waits for it.
 */
const silence_ms = { first: 15_000, longest: 120_000 } as const;

export interface EngineConnection {
  readonly http: Pick<HttpRequests, "request">;
  /** Begins a round, whose time counts from now. False while the engine is left alone: then there is none. */
  begin(): boolean;
  /** The round is over. */
  end(): void;
  /** The connector was changed: what was seen of the engine says nothing any more. */
  forget(): void;
}

/** @param now milliseconds on a clock that only goes forward */
export function createEngineConnection(
  transport: Pick<HttpRequests, "request">,
  now: () => number = () => performance.now(),
): EngineConnection {
  let round = { endsAt: 0, asked: false, answered: false };
  let silence = { wait_ms: 0, until: Number.NEGATIVE_INFINITY };

  return {
    http: {
      async request(outgoing) {
        const left_ms = Math.floor(round.endsAt - now());
        if (left_ms <= 0)
          throw new SendFailure(
            "unreachable",
            `its answers took more than ${round_ms / 1_000} seconds together; the next round goes on`,
          );
        round.asked = true;
        const { timeout_ms = answer_ms } = outgoing;
        const reply = await transport.request({ ...outgoing, timeout_ms: Math.min(left_ms, timeout_ms) });
        round.answered = true;
        return reply;
      },
    },
    begin() {
      if (now() < silence.until) return false;
      round = { endsAt: now() + round_ms, asked: false, answered: false };
      return true;
    },
    end() {
      const silent = round.asked && !round.answered;
      const longer = Math.min(Math.max(silence.wait_ms * 2, silence_ms.first), silence_ms.longest);
      const wait_ms = silent ? longer : 0;
      silence = { wait_ms, until: now() + wait_ms };
    },
    forget() {
      silence = { wait_ms: 0, until: Number.NEGATIVE_INFINITY };
    },
  };
}
