/** The verdicts that are kept for replays: noted as they are given, stored together a moment later. */
import { currentTime } from "../../../engine/clock.ts";
import { Periodic } from "../../../engine/periodic.ts";
import type { Ground } from "../../ground.ts";
import type { Judged } from "./deps.ts";
import { factsTextOf, heldBy, type KeptVerdict } from "./past-verdicts.ts";
import type { VerdictBounds, VerdictStore } from "./verdict-store.ts";

/** Of one organization. The usual bound of their number is ten services that are asked for every five minutes, for 90 days. */
const mostBytes = 67_108_864;
/** How long they are kept: the most days of a replay. */
const keptDays = 90;
/** So many more may be there until they are counted again. */
const slack = 1_000;
/** Verdicts of one statement. */
const batch = 500;
/** Verdicts that wait while the database does not answer; more are not kept. */
const mostWaiting = 5_000;
const gatherMs = 250;
const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 24 * 3_600_000];

export type Verdicts = ReturnType<typeof createVerdicts>;

/** @param table where they are stored */
export function createVerdicts({ log, settings }: Pick<Ground, "log" | "settings">, table: VerdictStore) {
  const mostKept: VerdictBounds = { verdicts: settings.bounds.gateVerdicts, bytes: mostBytes };
  const waiting = new Map<string, KeptVerdict>();
  const added = new Map<string, number>();

  async function write(atLeast: number, bounds: VerdictBounds): Promise<void> {
    for (let next = take(); next.length > 0; next = take()) {
      try {
        await table.put(next);
      } catch (error) {
        for (const verdict of next) keep(verdict);
        throw error;
      }
      for (const { organizationId } of next) added.set(organizationId, (added.get(organizationId) ?? 0) + 1);
    }
    for (const [organizationId, count] of added) {
      if (count < atLeast) continue;
      added.delete(organizationId);
      await table.trim(organizationId, bounds);
    }
  }

  function take(): readonly KeptVerdict[] {
    const next = [...waiting].slice(0, batch);
    for (const [name] of next) waiting.delete(name);
    return next.map(([, verdict]) => verdict);
  }

  /** The same answer on the same facts within a minute is one verdict. */
  function keep(verdict: KeptVerdict): void {
    const { organizationId, service, askedAt, allowed, facts } = verdict;
    const minute = Math.floor(askedAt.getTime() / minuteMs);
    const name = JSON.stringify([organizationId, service, minute, allowed, verdict.heldBy, facts]);
    const known = waiting.get(name);
    if (known === undefined && waiting.size >= mostWaiting) return;
    waiting.set(name, known === undefined ? verdict : { ...known, count: known.count + verdict.count });
  }

  const writing = new Periodic({
    name: "verdicts of the deploy gate",
    everyMs: minuteMs,
    gatherMs,
    run: () => write(slack, mostKept),
    log,
  });
  const forget = (now: Date) => table.forget(new Date(now.getTime() - keptDays * dayMs));
  return {
    /** Costs no statement. */
    note(organizationId: string, service: string, { decision, facts }: Judged): void {
      keep({
        ...{ organizationId, service, askedAt: facts.now, count: 1 },
        ...{ allowed: decision.allowed, heldBy: heldBy(decision), facts: factsTextOf(facts) },
      });
      writing.wake();
    },
    /** Stores what is noted. @param atLeast of how many new ones of an organization its bounds are looked at */
    write: (atLeast = slack, bounds = mostKept) => write(atLeast, bounds),
    /** Removes what is older than it is kept. */
    forget,
    background: [
      writing,
      new Periodic({
        name: "upkeep of the deploy gate's verdicts",
        everyMs: hourMs,
        firstMs: 75_000,
        run: () => forget(currentTime()),
        log,
      }),
    ],
  };
}
