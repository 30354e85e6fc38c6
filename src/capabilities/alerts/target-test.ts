/**
 * Sends a target a message that says that it is a test, the way alerts go: with the saved settings, by the address rules,
 * but at once and past the queue, so that what came back can be answered. A pager is told of an incident and of its end.
 */
import { entry } from "../../engine/audit-entry.ts";
import type { Call } from "../../engine/context.ts";
import { readInput } from "../../engine/input.ts";
import type { ConfigurationOperation } from "../../engine/operation.ts";
import type { StoredRow } from "../../engine/ports/rows.ts";
import { notFound } from "../../engine/reading.ts";
import { completed } from "../../engine/render.ts";
import { withTransaction } from "../../engine/transaction.ts";
import type { AlertMessage, AlertPhase } from "../../kernel/alert-message.ts";
import { newId } from "../../kernel/ids.ts";
import { outboundConfigs } from "../../resources/outbound-configs.ts";
import { shown } from "../asking/asking.ts";
import { idInput, outcomeOutput } from "../asking/shapes.ts";
import type { Told } from "../delivery/targets.ts";
import type { AlertDeps } from "./deps.ts";
import { alertSubject } from "./messages.ts";
import { holdsIncidents } from "./targets.ts";

const name = "test_outbound_config";

export function testTarget(deps: AlertDeps): ConfigurationOperation {
  return {
    name,
    title: "Test an outbound target",
    description:
      "Sends a target a message that says that it is a test, also where the target is off, and says what came back. A pager gets an incident of severity info and its end right after it. The outcome moves the target's health. It is on record, because people may be called by it.",
    tag: outboundConfigs.kind,
    resource: outboundConfigs.kind,
    credential: "bearer",
    level: "operate",
    effect: "update",
    cumulative: true,
    asksOthers: true,
    method: "POST",
    path: "/api/v1/outbound_configs/{id}/test",
    confirms: false,
    input: { fields: idInput },
    output: { fields: outcomeOutput },
    async run(call, { body }) {
      const { id } = readInput(idInput, body);
      const { id: organizationId } = call.caller.organization;
      const row = await deps.store.row(organizationId, outboundConfigs.kind, id);
      if (row === undefined) throw notFound(outboundConfigs);
      const record = entry(call, name, outboundConfigs.kind, id, []);
      await withTransaction(deps.store, [], (writer) =>
        deps.alerts.in(writer).record(organizationId, record),
      );
      deps.onCommit?.();
      const start = performance.now();
      const told = await sendTest(deps, call, row);
      const took_ms = Math.round(performance.now() - start);
      await deps.targets.report(call, id, told);
      const { result, asked, status } = told;
      const outcome = { finding: result, asked, ...(status !== undefined && { status }) };
      return { status: 200, body: shown({ ...outcome, ...(asked !== undefined && { took_ms }) }) };
    },
  };
}

async function sendTest({ targets, siteUrl }: AlertDeps, call: Call, row: StoredRow): Promise<Told> {
  const { organization } = call.caller;
  const { kind } = completed(outboundConfigs, row.configuration);
  const key = newId("test");
  const tell = (phase: AlertPhase) => {
    const message = testMessage(call, row, phase, { key, siteUrl });
    return targets.tell({
      organizationId: organization.id,
      row,
      payload: { type: "alert", at: call.now.toISOString(), message },
      id: `${key}_${phase}`,
      source: `${key}/${phase}`,
      subject: alertSubject(message),
    });
  };
  const first = await tell("firing");
  if (!first.result.ok || !holdsIncidents(kind)) return first;
  const last = await tell("resolved");
  if (!last.result.ok) return last;
  const summary = `${first.result.summary}; then ${last.result.summary}`;
  return { ...last, result: { ok: true, summary } };
}

function testMessage(
  { caller: { organization, actor }, now }: Call,
  row: StoredRow,
  phase: AlertPhase,
  { key, siteUrl }: { readonly key: string; readonly siteUrl: string },
): AlertMessage {
  const { name: target } = completed(outboundConfigs, row.configuration);
  const title = `Test of the outbound target ${target}, sent by ${actor.name}: nothing is wrong`;
  const { slug } = organization;
  const link = `${siteUrl}/o/${slug}/settings/${outboundConfigs.kind}/${row.id}`;
  const at = now.toISOString();
  return {
    phase,
    dedup_key: key,
    organization: { name: organization.name, slug },
    by: { kind: outboundConfigs.kind, id: row.id, name: target },
    step: null,
    title,
    severity: "info",
    group_labels: {},
    alerts: [
      {
        id: key,
        title,
        service: null,
        severity: "info",
        labels: { alertname: "Test" },
        annotations: {},
        url: null,
        started_at: at,
        resolved_at: phase === "resolved" ? at : null,
      },
    ],
    count: 1,
    link,
  };
}
