/**
 * What has to send a signal again and again. A signal only notes the time; whether an alert begins or ends is decided
 * in one place, under the lock of the heartbeat: any number of nodes look, and one alert is raised.
 */

import { recordAudit } from "../../../database/audit-trail.ts";
import { connectionOf } from "../../../database/executor.ts";
import { entry } from "../../../engine/audit-entry.ts";
import type { Call } from "../../../engine/context.ts";
import type { Feature, KindHooks, Written } from "../../../engine/feature.ts";
import { readInput } from "../../../engine/input.ts";
import { judgeEach } from "../../../engine/judging.ts";
import type { ConfigurationOperation, OperationAnswer } from "../../../engine/operation.ts";
import { eachOnItsOwn, Periodic } from "../../../engine/periodic.ts";
import type { Writer } from "../../../engine/ports/rows.ts";
import { completed, viewOf } from "../../../engine/render.ts";
import { afterCommit, withTransaction } from "../../../engine/transaction.ts";
import { nextRun } from "../../../kernel/cron.ts";
import { text } from "../../../kernel/field.ts";
import { impatience } from "../../../kernel/heartbeat-patience.ts";
import { Refusal } from "../../../kernel/problem.ts";
import { parseTimestamp } from "../../../kernel/timestamps.ts";
import { alertHeartbeats } from "../../../resources/alert-heartbeats.ts";
import type { Ground } from "../../ground.ts";
import { hashOf, newSecret } from "../../identity/index.ts";
import type { Alerts } from "../alerts/index.ts";
import { alertOf } from "./alert.ts";
import { decide } from "./decide.ts";
import { createHeartbeatStore, type HeartbeatKey, type HeartbeatStore, tokenIdentity } from "./store.ts";

export { createHeartbeatStore, type HeartbeatStore } from "./store.ts";

/** What a URL says: that a job has run, begins, failed, or only something about it. */
export type Signal = "success" | "start" | "fail" | "log";

export interface Heartbeats extends Feature {
  /** SHA-256 of a URL's secret, as it is looked up by. */
  readonly hashOfToken: (token: string) => Buffer;
  /** Whose URL has the secret with this hash. */
  find(hash: Buffer): Promise<HeartbeatKey | undefined>;
  /** Takes a signal, and does what follows from it. */
  signal(heartbeat: HeartbeatKey, signal: Signal): Promise<void>;
  /** Does all that is due now. */
  flush(): Promise<void>;
}

export interface HeartbeatNeeds {
  readonly heartbeats: HeartbeatStore;
  readonly alerts: Pick<Alerts, "raise">;
}

/** Where the URLs of heartbeats are, below the service's own address. */
export const heartbeatsPath = "/api/v1/intake/heartbeats";

const everyMs = 2_000;
/** Heartbeats that are looked at in one go, of each sort. */
const batch = 500;

export function createHeartbeats(ground: Ground, { heartbeats, alerts }: HeartbeatNeeds): Heartbeats {
  const settle = createSettle(ground, alerts);
  const watch = new Periodic({
    name: "missing heartbeats",
    everyMs,
    firstMs: 0,
    log: ground.log,
    async run() {
      await heartbeats.watch();
      await heartbeats.plan();
      await eachOnItsOwn(await heartbeats.due(batch), settle);
    },
  });
  return {
    name: "heartbeats",
    kinds: { [alertHeartbeats.kind]: hooksOf(ground, heartbeats) },
    judges: [
      judgeEach(alertHeartbeats, async (_reader, _call, { configuration }) => {
        const message = impatience(configuration);
        const [field, reason] = ["every_minutes", "impatient"] as const;
        return message === undefined ? [] : [{ field, reason, message: `with grace_minutes is ${message}` }];
      }),
    ],
    operations: [rotateOperation(ground, heartbeats)],
    background: [watch],
    hashOfToken: hashOf,
    find: (hash) => heartbeats.find(hash.toString("hex")),
    async signal(key, signal) {
      const { organizationId, id } = key;
      const changes = {
        success: async () => (await heartbeats.receive(organizationId, [id])).length > 0,
        start: async () => void (await heartbeats.start(organizationId, id)),
        fail: () => heartbeats.fail(organizationId, id),
        log: async () => false,
      }[signal];
      if (await changes()) await settle(key);
    },
    flush: () => watch.now(),
  };
}

/** Begins, repeats or ends the alert of a heartbeat, where that is due. */
function createSettle({ database, siteUrl }: Ground, alerts: Pick<Alerts, "raise">) {
  const heartbeats = createHeartbeatStore(database);
  return ({ organizationId, id }: HeartbeatKey): Promise<void> =>
    alerts.raise(organizationId, id, async (writer, call) => {
      const own = heartbeats.in(writer);
      const state = await own.locked(organizationId, id);
      if (state === undefined) return undefined;
      const decision = decide(state);
      if (decision === "nothing") return undefined;
      const row = await writer.row(organizationId, alertHeartbeats.kind, id);
      const since = state.missingSince ?? state.now;
      const miss = decision === "raise" ? state.misses + 1 : state.misses;
      await own.setMissing(organizationId, id, decision === "end" ? null : since, miss);
      if (row === undefined) await own.remove(organizationId, id);
      const named = row && completed(alertHeartbeats, row.configuration);
      const page = `${siteUrl}/o/${call.caller.organization.slug}/settings/${alertHeartbeats.kind}/${id}`;
      return alertOf(named ?? { name: id, service: null, severity: "critical", labels: {} }, state, {
        since,
        miss,
        endedAt: decision === "end" ? state.now : null,
        page,
      });
    });
}

function hooksOf({ vault, siteUrl }: Ground, heartbeats: HeartbeatStore) {
  return {
    reveal(organizationId, row, level) {
      const { sealed_token: sealed = null } = viewOf(alertHeartbeats, row).state;
      const secret =
        level === "admin" && sealed !== null
          ? vault.openOrNot(sealed, tokenIdentity(organizationId, row.id))
          : undefined;
      return { url: secret === undefined ? null : `${siteUrl}${heartbeatsPath}/${secret}` };
    },
    follows: ({ before, after }) => waitedBy(before) !== waitedBy(after),
    onWrite: (writer, call, written) => write(vault, heartbeats, writer, call, written),
  } satisfies KindHooks<typeof alertHeartbeats>;
}

/** What of a row decides when its signal is missing. */
function waitedBy(row: Written["after"]): string | undefined {
  if (row === undefined) return undefined;
  const { enabled, every_minutes, schedule, grace_minutes, expect_from, matchers } = completed(
    alertHeartbeats,
    row.configuration,
  );
  return JSON.stringify([enabled, every_minutes, schedule, grace_minutes, expect_from, matchers]);
}

async function write(
  vault: Ground["vault"],
  heartbeats: HeartbeatStore,
  writer: Writer,
  call: Call,
  { before, after }: Written,
): Promise<void> {
  const { id: organizationId } = call.caller.organization;
  const own = heartbeats.in(writer);
  if (after === undefined) {
    if (before !== undefined) await own.drop(organizationId, before.id);
    return;
  }
  const { enabled, every_minutes, schedule, grace_minutes, expect_from, matchers } = completed(
    alertHeartbeats,
    after.configuration,
  );
  const hasUrl = await own.put(organizationId, after.id, {
    enabled,
    everyMinutes: every_minutes,
    graceMinutes: grace_minutes,
    expectFrom: expect_from === null ? null : (parseTimestamp(expect_from) ?? null),
    cron: schedule?.cron ?? null,
    timeZone: schedule?.time_zone ?? null,
    nextRun: schedule && nextRun(schedule, call.now),
  });
  const wantsUrl = matchers.length === 0;
  if (hasUrl !== wantsUrl)
    await own.setToken(organizationId, after.id, wantsUrl ? newToken(vault, organizationId, after.id) : null);
}

function newToken(vault: Ground["vault"], organizationId: string, id: string) {
  const { value, hash } = newSecret();
  return { hash: hash.toString("hex"), sealed: vault.seal(value, tokenIdentity(organizationId, id)) };
}

const idInput = { id: text({ description: "The id of the heartbeat.", max: 512 }) } as const;

function rotateOperation(ground: Ground, heartbeats: HeartbeatStore): ConfigurationOperation {
  const { engine, store, vault, signRecord, onCommit } = ground;
  const action = "rotate_alert_heartbeat";
  return {
    name: action,
    level: "admin",
    effect: "update",
    cumulative: true,
    takesAway: true,
    writes: true,
    proposed: { never: "it makes an address that nobody could look at before" },
    title: "Rotate a heartbeat's URL",
    description:
      "Gives an alert heartbeat a new URL in place of the present one, which is nobody's from then on: change it wherever a job calls it. One that alerts are the signals of has no URL.",
    tag: alertHeartbeats.kind,
    toolset: alertHeartbeats.kind,
    reach: { kinds: [alertHeartbeats], row: "id" },
    credential: "bearer",
    method: "POST",
    path: `/api/v1/config/${alertHeartbeats.kind}/{id}/rotate`,
    input: { fields: idInput },
    output: { definition: alertHeartbeats, verb: "get" },
    confirms: true,
    conditional: true,
    again: (call, id) => answered(ground, call, id),
    async run(call, { body: input, ifMatch, ifNoneMatch }) {
      const { id } = readInput(idInput, input);
      const { id: organizationId } = call.caller.organization;
      await withTransaction(store, [], async (writer) => {
        await engine.in(writer).act(call, alertHeartbeats, id, { ifMatch, ifNoneMatch });
        const own = heartbeats.in(writer);
        if (!(await own.hasUrl(organizationId, id)))
          throw new Refusal(
            "conflict",
            "This heartbeat has no URL: alerts are its signals. Take its matchers away to give it one.",
          );
        await own.setToken(organizationId, id, newToken(vault, organizationId, id));
        const record = entry(call, action, alertHeartbeats.kind, id, [{ field: "url", secret: "changed" }]);
        await recordAudit(connectionOf(writer), signRecord, organizationId, record);
      });
      onCommit();
      return afterCommit(answered(ground, call, id));
    },
  };
}

async function answered(
  { engine }: Pick<Ground, "engine">,
  call: Call,
  id: string,
): Promise<OperationAnswer> {
  const { body, etag, managedBy } = await engine.get(call, alertHeartbeats, id);
  return { status: 200, body, etag, managedBy };
}
