/** The way to one hosted engine: a round on it ends in time, and it tells whether anything answered. */
import { type HttpTransport, SendFailure } from "../../engine/ports/outbound.ts";

/** How long an answer may take where the question says nothing else. */
const answer_ms = 15_000;

export interface EngineWay {
  readonly http: Pick<HttpTransport, "ask">;
  /** A round begins: its time counts from now. */
  begin(): void;
  /** Whether something was asked in this round, and nothing was answered. */
  silent(): boolean;
}

/**
 * @param round_ms all requests of a round together take no longer; what is asked later fails at once
 * @param now milliseconds on a clock that only goes forward
 */
export function createEngineWay(
  transport: Pick<HttpTransport, "ask">,
  round_ms: number,
  now: () => number = () => performance.now(),
): EngineWay {
  let endsAt = 0;
  let asked = false;
  let answered = false;
  return {
    http: {
      async ask(question) {
        const left_ms = Math.floor(endsAt - now());
        if (left_ms <= 0)
          throw new SendFailure(
            "unreachable",
            `its answers took more than ${round_ms / 1_000} seconds together; the next round goes on`,
          );
        asked = true;
        const { timeout_ms = answer_ms } = question;
        const reply = await transport.ask({ ...question, timeout_ms: Math.min(left_ms, timeout_ms) });
        answered = true;
        return reply;
      },
    },
    begin() {
      endsAt = now() + round_ms;
      asked = false;
      answered = false;
    },
    silent: () => asked && !answered,
  };
}
