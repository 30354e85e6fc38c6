/** What is said of keys, engines and queues, by what the database holds. Pure functions. */
import { type Bounds, bounds as known } from "../../../kernel/growth.ts";
import { counted, figure } from "../../../kernel/readable.ts";
import type { Fullness } from "../upkeep/index.ts";
import { type Check, checksOf } from "./check.ts";

export interface KeysSeen {
  /** Of the keys that are set, each with how many stored secrets it seals. The first seals. */
  readonly sealedBy: ReadonlyMap<string, number>;
  /** Stored secrets that none of them opens, by the id of their key. */
  readonly unopened: ReadonlyMap<string, number>;
  /** Keys that the database knows, and that are not set. */
  readonly missing: readonly string[];
}

export function keyChecks({ sealedBy, unopened, missing }: KeysSeen): readonly Check[] {
  const { ok, warning, error } = checksOf("keys");
  const opened = [...sealedBy].map(([id, count]) => `key ${id} seals ${count}`).join(", ");
  const closed = [...unopened].map(([id, count]) => `${count} of key ${id}`).join(", ");
  return [
    unopened.size === 0
      ? ok("opening", `every stored secret opens: ${opened}`)
      : error(
          "opening",
          `stored secrets do not open: ${closed}. Add their key at the end of ORGCONFIG_SECRET_KEYS; orgconfig secrets check names each`,
        ),
    missing.length === 0
      ? ok("known keys", "every key that the database knows is set")
      : warning(
          "known keys",
          `the database knows ${missing.join(", ")}, which ORGCONFIG_SECRET_KEYS does not hold: ${
            missing.some((id) => unopened.has(id))
              ? "stored secrets need it, see opening"
              : "no stored secret needs it, run orgconfig secrets rotate"
          }`,
        ),
  ];
}

export interface FailingEngine {
  readonly organizationId: string;
  readonly connectorId: string;
  readonly ok: boolean;
  readonly silent: boolean;
}

export function engineChecks(
  agents: readonly { readonly count: number }[],
  failing: readonly FailingEngine[],
): readonly Check[] {
  const { ok, skipped, warning } = checksOf("engines");
  const all = agents.reduce((sum, { count }) => sum + count, 0);
  if (all === 0) return [skipped("agents", "no agent has reported yet")];
  if (failing.length === 0)
    return [ok("agents", `${counted(all, "agent")}: each reports, and runs what is rendered`)];
  return failing.map(({ organizationId, connectorId, silent }) =>
    warning(
      "agents",
      silent
        ? `connector ${connectorId} of ${organizationId}: its agent says nothing; see that it runs and reaches the service`
        : `connector ${connectorId} of ${organizationId}: its engine does not run what is rendered; the connector's page says why`,
    ),
  );
}

export interface QueuesSeen {
  readonly deliveries: readonly {
    readonly channel: string;
    readonly status: string;
    readonly count: number;
    readonly oldestSeconds: number;
  }[];
  readonly records: number;
  readonly recordSeconds: number;
  readonly refusedRecords: number;
  readonly timers: number;
  readonly timerSeconds: number;
}

/** Where nothing is wrong a queue is empty within seconds. */
const lateSeconds = { deliveries: 300, seals: 60, timers: 30 } as const;

export function queueChecks(seen: QueuesSeen): readonly Check[] {
  const { ok, warning, error } = checksOf("queues");
  const unsent = seen.deliveries.flatMap(({ channel, status, count, oldestSeconds }) => {
    const said = `${count} of channel ${channel}, the oldest ${ageOf(oldestSeconds)} old`;
    if (status === "parked")
      return [
        warning(
          "deliveries",
          `given up: ${said}. orgconfig mail list names them, mail retry queues again what is still to be sent`,
        ),
      ];
    if (status === "held")
      return [
        warning("deliveries", `without a mail server: ${said}. Set SMTP_URL, then orgconfig mail retry`),
      ];
    return oldestSeconds > lateSeconds.deliveries
      ? [warning("deliveries", `not sent yet: ${said}. orgconfig mail list says why`)]
      : [];
  });
  const late = (name: string, count: number, seconds: number, most: number, what: string, wayOut: string) =>
    seconds > most
      ? warning(name, `${count} ${what}, the oldest since ${ageOf(seconds)}: ${wayOut}`)
      : ok(name, count === 0 ? "nothing waits" : `${count} ${what} since ${ageOf(seconds)}`);
  return [
    ...(unsent.length > 0 ? unsent : [ok("deliveries", "nothing waits for long")]),
    late(
      "seals",
      seen.records,
      seen.recordSeconds,
      lateSeconds.seals,
      "audit records wait for a seal",
      "see that a node runs, and what its log says of seals",
    ),
    ...(seen.refusedRecords === 0
      ? []
      : [
          error(
            "seals",
            `${seen.refusedRecords} audit records were refused a seal: the service did not write them (docs/operating.md, What the audit log proves)`,
          ),
        ]),
    late(
      "timers",
      seen.timers,
      seen.timerSeconds,
      lateSeconds.timers,
      "steps of escalations are due",
      "see that a node runs, and what its log says of escalation",
    ),
  ];
}

/** From this share of a bound on it is time to raise it. */
const nearlyFull = 0.8;

/** Where much is kept: what is near its bound, or beyond it until the next upkeep. */
export function boundChecks(fullness: readonly Fullness[], bounds: Bounds): readonly Check[] {
  const { ok, warning } = checksOf("bounds");
  const near = fullness.filter(({ share }) => share > nearlyFull);
  if (near.length === 0) return [ok("kept", "nobody has more than 80 % of what is kept of anything")];
  return near.map(({ bound, holder, count, share }) => {
    const { variable, what, beyond } = known[bound];
    const said = `${holder} has ${figure(count)} of ${figure(bounds[bound])} (${Math.floor(share * 100)} %)`;
    return warning("kept", `${what}: ${said}. Beyond that ${beyond}; raise ORGCONFIG_${variable}`);
  });
}

function ageOf(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  return seconds < 7_200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`;
}
