/** Keeps an engine's silences and the service's mutes equal, and reports to the service which alerts the engine has. */
import { oneLine } from "../kernel/one-line.ts";
import type { AlertService, AlertSide, SentDrill, SilenceChanges } from "./alert-side.ts";
import { messageOf } from "./engine.ts";

const silences_ms = 30_000;
const longestMessage = 2_000;
const alerts_ms = 300_000;
/** So long after its start an engine may lack alerts that fire: Prometheus repeats them each minute. */
const settling_ms = 300_000;

export interface AlertExchangeOptions {
  readonly service: AlertService;
  /** Milliseconds on a clock that only goes forward. */
  readonly now: () => number;
  /** Gets what went wrong, and undefined when all went well. */
  readonly report: (problem: string | undefined) => void;
}

export class AlertExchange {
  readonly #service: AlertService;
  readonly #now: () => number;
  readonly #report: (problem: string | undefined) => void;
  #exchangedAt: number | undefined;
  #reportedAt: number | undefined;
  /** Since when the engine is known to run without a restart. */
  #started: { readonly started: string; readonly at: number } | undefined;

  constructor({ service, now, report }: AlertExchangeOptions) {
    this.#service = service;
    this.#now = now;
    this.#report = report;
  }

  /** Does what is due, or all of it now; nothing where the engine routes no alerts. Throws nothing. */
  async exchange(side: AlertSide | undefined, now = false): Promise<void> {
    if (side === undefined || !(now || this.#isDue(this.#exchangedAt, silences_ms))) return;
    this.#exchangedAt = this.#now();
    try {
      const changes = await this.#service.exchangeSilences(await side.silences());
      const problems = [
        ...refusals(changes),
        ...(await change(side, changes)),
        ...(await this.#exchangeDrills(side)),
      ];
      if (changes.alerts_wanted || this.#isDue(this.#reportedAt, alerts_ms))
        await this.#reportAlerts(side, changes);
      // It quotes what people wrote, such as the comment of a silence.
      this.#report(problems.length === 0 ? undefined : oneLine(problems.join("; "), longestMessage));
    } catch (error) {
      // It is tried again with the next round: what waits for it is not to wait for the next usual time too.
      this.#exchangedAt = undefined;
      this.#report(oneLine(`silences and alerts were not exchanged: ${messageOf(error)}`, longestMessage));
    }
  }

  /** Drills hold up neither silences nor alerts. @returns what went wrong */
  async #exchangeDrills(side: AlertSide): Promise<string[]> {
    try {
      const due = await this.#service.exchangeDrills([]);
      const sent: SentDrill[] = [];
      for (const alert of due)
        sent.push(
          await side.send(alert).then(
            () => ({ id: alert.id, error: null }),
            (error) => ({ id: alert.id, error: oneLine(messageOf(error), longestMessage) }),
          ),
        );
      if (sent.length > 0) await this.#service.exchangeDrills(sent);
      return [];
    } catch (error) {
      return [`drills were not exchanged: ${messageOf(error)}`];
    }
  }

  #isDue(at: number | undefined, every_ms: number): boolean {
    return at === undefined || this.#now() - at >= every_ms;
  }

  async #reportAlerts(side: AlertSide, { at, alerts_wanted }: SilenceChanges): Promise<void> {
    const settled = await this.#hasSettled(side);
    if (!settled && !alerts_wanted) return;
    await this.#service.reportAlerts(at, await side.alerts(), settled);
    if (settled) this.#reportedAt = this.#now();
  }

  /** Measured here, because the engine's clock may be another one. */
  async #hasSettled(side: AlertSide): Promise<boolean> {
    const started = await side.started();
    if (this.#started?.started !== started) this.#started = { started, at: this.#now() };
    return this.#now() - this.#started.at >= settling_ms;
  }
}

function refusals({ refused }: SilenceChanges): string[] {
  return refused.map(({ id, message }) => `the silence ${id} did not become a mute: ${message}`);
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
