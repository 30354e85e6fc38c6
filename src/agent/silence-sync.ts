/** Holds an engine's silences and the service's mutes equal, and tells the service which alerts the engine has. */
import { oneLine } from "../kernel/one-line.ts";
import type { AlertService, AlertSide, SilenceChanges } from "./alert-side.ts";

const silences_ms = 30_000;
const longestMessage = 2_000;
const alerts_ms = 300_000;
/** So long after its start an engine may lack alerts that fire: Prometheus repeats them each minute. */
const settling_ms = 300_000;

export interface TendingOptions {
  readonly service: AlertService;
  /** Milliseconds on a clock that only goes forward. */
  readonly now: () => number;
  /** Is told what went wrong, and undefined when all went well. */
  readonly say: (message: string | undefined) => void;
}

export interface Tending {
  /** What is due; nothing where the engine routes no alerts. Throws nothing. */
  tend(side: AlertSide | undefined): Promise<void>;
}

export function createTending({ service, now, say }: TendingOptions): Tending {
  let exchangedAt: number | undefined;
  let reportedAt: number | undefined;
  /** Since when the engine is known to run without a restart. */
  let seen: { readonly started: string; readonly at: number } | undefined;
  const isDue = (at: number | undefined, every_ms: number) => at === undefined || now() - at >= every_ms;

  /** Measured here, because the engine's clock may be another one. */
  async function hasSettled(side: AlertSide): Promise<boolean> {
    const started = await side.started();
    if (seen?.started !== started) seen = { started, at: now() };
    return now() - seen.at >= settling_ms;
  }

  async function report(side: AlertSide, { at, alerts_wanted }: SilenceChanges): Promise<void> {
    const settled = await hasSettled(side);
    if (!settled && !alerts_wanted) return;
    await service.reportAlerts(at, await side.alerts(), settled);
    if (settled) reportedAt = now();
  }

  return {
    async tend(side) {
      if (side === undefined || !isDue(exchangedAt, silences_ms)) return;
      exchangedAt = now();
      try {
        const changes = await service.exchangeSilences(await side.silences());
        const problems = [...refusals(changes), ...(await change(side, changes))];
        if (changes.alerts_wanted || isDue(reportedAt, alerts_ms)) await report(side, changes);
        // It quotes what people wrote, such as the comment of a silence.
        say(problems.length === 0 ? undefined : oneLine(problems.join("; "), longestMessage));
      } catch (error) {
        say(oneLine(`silences and alerts were not exchanged: ${messageOf(error)}`, longestMessage));
      }
    },
  };
}

function refusals({ refused }: SilenceChanges): string[] {
  return refused.map(({ id, message }) => `the silence ${id} is no mute: ${message}`);
}

/** One that the engine refuses holds back no other. @returns what was refused */
async function change(side: AlertSide, { create, expire }: SilenceChanges): Promise<string[]> {
  const problems: string[] = [];
  const attempt = async (what: string, work: Promise<void>) => {
    try {
      await work;
    } catch (error) {
      problems.push(`${what}: ${messageOf(error)}`);
    }
  };
  for (const id of expire) await attempt(`the silence ${id} was not expired`, side.expire(id));
  for (const wanted of create)
    await attempt(`no silence was made for the mute "${wanted.comment}"`, side.silence(wanted));
  return problems;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
