/**
 * Why nobody knows a state, and the way out: every sentence that a row, what needs attention, the deploy gate and the
 * console show of it. Whoever finds the cause reports its sentence with the state; the last two are for what nobody
 * reported.
 */
import { readable } from "./readable.ts";

/** Longer words of an engine are cut off. */
const longestError = 120;

export const noData = {
  /** Its rules fail. */
  failing: (error: string) =>
    `Its rules fail in the engine: ${error.slice(0, longestError)}. Correct the queries of its SLI.`,
  noSeries:
    "The engine evaluates it, and the queries of its SLI give no data: they match no series, or what they give is no number. Try them on the data source.",
  noEvents: "It is measured, and its window had no events: nothing was good or bad.",
  notEvaluated:
    "The engine has not evaluated its rules of late. Look whether it has them, is behind, or still starts.",
  noTarget:
    "Prometheus has no target for it, so that nothing probes it. Look at the scrape job orgconfig-probes (docs/agent.md).",
  unreachableExporter:
    "Prometheus cannot reach blackbox_exporter to probe it. Look whether blackbox_exporter runs, and at the address in the scrape job.",
  noProbe:
    "Prometheus reaches its target, and the answer holds no probe. Look whether the target's address leads to blackbox_exporter.",
  notYetEvaluated:
    "It is probed, and its rules have not been evaluated since: their next evaluation says how it is.",
  tooFewProbes:
    "It is probed, and too seldom so far to be up or down: wait for as many probes as failure_threshold says.",
  /** An engine takes everything but this. */
  refused: (message: string) => `No engine is given it: ${message}.`,
  /** Of a report without a reason. */
  reported: "Whoever evaluates it reports that nothing is known of it now.",
  /** Whatever measures it is away. @param why a sentence */
  lost: (why: string) => `Nothing measures it now. ${why}`,
  /** Whatever measures it may go on, and nobody says so. @param why a sentence */
  unreported: (why: string) => `Nothing new comes of it. ${why}`,
  notSeenSince: (what: string, at: string) =>
    `Nobody has evaluated ${what} since ${readable(at)}. Look whether its engine runs and its agent reports.`,
  neverSeen: (what: string) => `Nobody evaluates ${what} yet: connect an engine that does.`,
} as const;
