/** Bodies of calls that are admitted by what arrives of them: counted piece by piece, and cut off where they are too slow. */
import { type Readable, Transform } from "node:stream";
import type { FastifyReply } from "fastify";
import type { Arrival } from "../../engine/operation.ts";
import { Refusal } from "../../kernel/problem.ts";

/** So long a body may take to get going. */
const graceMs = 5_000;
/** The least that has to arrive from then on. */
const bytesPerSecond = 16_384;
const lookMs = 1_000;

/** The body as it goes on to its parser. It fails with a refusal where there is no room for more of it. */
export function countedBody(reply: FastifyReply, body: Readable, arrival: Arrival): Readable {
  const begun = performance.now();
  let received = 0;
  const counted = new Transform({
    transform(piece: Buffer, _encoding, done) {
      received += piece.length;
      attempt(() => arrival.arrived(piece.length), done, piece);
    },
    flush(done) {
      clearInterval(looks);
      attempt(() => arrival.begin(), done);
    },
  });
  const looks = setInterval(() => {
    if (isTooSlow(performance.now() - begun, received)) counted.destroy(tooSlow());
  }, lookMs).unref();
  // Nobody listens where no parser reads it.
  counted.on("error", () => {}).once("close", () => clearInterval(looks));
  body.once("error", (error) => counted.destroy(error));
  const end = () => {
    counted.destroy();
    arrival.end();
  };
  if (reply.raw.destroyed) end();
  else reply.raw.once("close", end);
  return body.pipe(counted);
}

/** Whether so few bytes in so many milliseconds are less than anybody waits for. */
export function isTooSlow(ms: number, bytes: number): boolean {
  const late = ms - graceMs;
  return late > 0 && bytes < (late / 1_000) * bytesPerSecond;
}

function attempt(
  work: () => void,
  done: (error?: Error | null, piece?: Buffer) => void,
  piece?: Buffer,
): void {
  try {
    work();
  } catch (error) {
    done(error as Error);
    return;
  }
  done(null, piece);
}

function tooSlow(): Refusal {
  return new Refusal(
    "unavailable",
    `The body arrives too slowly: after ${graceMs / 1_000} seconds it takes at least ${bytesPerSecond / 1_024} KiB a second. Send it again.`,
    { retryAfterSeconds: 1 },
  );
}
