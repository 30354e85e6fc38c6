/**
 * Sends a target a message that says that it is a test, the way alerts go: with the saved settings, by the address rules,
 * but at once and past the queue, so that what came back can be answered. A pager is notified of an incident and of its end.
 */
import { entry } from "../../../engine/audit-entry.ts";
import type { Call } from "../../../engine/context.ts";
import { type ConfigurationOperation, configurationOperation } from "../../../engine/operation.ts";
import type { StoredRow } from "../../../engine/ports/rows.ts";
import { completed } from "../../../engine/render.ts";
import type { AlertMessage, AlertPhase } from "../../../kernel/alert-message.ts";
import { newId } from "../../../kernel/ids.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { alertSubject } from "../../../renderers/alerting/formats/mail.ts";
import { outboundConfigs } from "../../../resources/outbound-configs.ts";
import { idInput, outcomeOutput, shown, testUnsaved } from "../../reliability/index.ts";
import type { SendOutcome } from "../delivery/index.ts";
import type { AlertDeps } from "./deps.ts";
import { holdsIncidents } from "./targets.ts";

const name = "test_outbound_config";

export function testTarget(deps: AlertDeps): ConfigurationOperation {
  return configurationOperation({
    name,
    title: "Test an outbound target",
    description:
      "Sends a target a message that says that it is a test, also where the target is off, and says what came back. A pager gets an incident of severity info and its end right after it. The outcome moves the target's health. It is on record, because people may be called by it.",
    tag: outboundConfigs.kind,
    reach: { kinds: [outboundConfigs] },
    level: "operate",
    effect: "update",
    unheld: "it tries something, and keeps only how that went",
    cumulative: true,
    asksOthers: true,
    method: "POST",
    path: "/api/v1/outbound_configs/{id}/test",
    conditional: true,
    input: idInput,
    output: outcomeOutput,
    async answer(call, { id }, conditions) {
      const { id: organizationId } = call.caller.organization;
      const row = await deps.engine.existing(call, outboundConfigs, id, conditions);
      await deps.store.record(organizationId, entry(call, name, outboundConfigs.kind, id, []));
      deps.onCommit?.();
      const { outcome, took_ms } = await sendTest(deps, messagesOf(deps, call, row, `/${id}`));
      await deps.targets.report(call, id, outcome);
      return shownOutcome(outcome, took_ms);
    },
  });
}

export function testUnsavedTarget(deps: AlertDeps): ConfigurationOperation {
  return testUnsaved(deps, outboundConfigs, {
    name: "test_unsaved_outbound_config",
    title: "Test an outbound target before it is saved",
    description:
      "Sends a test message to where these settings lead, and says what came back. Nothing is saved. With id the settings are put over those of that target; its stored secret goes to no other server than it was saved for.",
    async begin(call, row, id) {
      // A new one has no page yet.
      const messages = messagesOf(deps, call, row, id === undefined ? "" : `/${id}`);
      return {
        withheld: deps.targets.withheld(messages.of("firing")),
        async ask() {
          const { outcome, took_ms } = await sendTest(deps, messages);
          return shownOutcome(outcome, took_ms);
        },
      };
    },
  });
}

function shownOutcome({ result, asked, status }: SendOutcome, took_ms: number): JsonObject {
  // What is refused before anybody answered is the address.
  const closed = !result.ok && result.kind === "network" && result.retry === "refused";
  return shown({
    finding: closed ? { ...result, closed } : result,
    asked,
    status,
    took_ms: asked && took_ms,
  });
}

/** The messages of one test. */
interface Messages {
  readonly holdsIncidents: boolean;
  of(phase: AlertPhase): Parameters<AlertDeps["targets"]["notify"]>[0];
}

/** @param page of the row, below that of its kind */
function messagesOf({ siteUrl }: AlertDeps, call: Call, row: StoredRow, page: string): Messages {
  const { organization } = call.caller;
  const key = newId("test");
  const link = `${siteUrl}/o/${organization.slug}/settings/${outboundConfigs.kind}${page}`;
  return {
    holdsIncidents: holdsIncidents(completed(outboundConfigs, row.configuration).kind),
    of(phase) {
      const message = testMessage(call, row, phase, { key, link });
      return {
        organizationId: organization.id,
        use: "test",
        row,
        payload: { type: "alert", at: call.now.toISOString(), message },
        id: `${key}_${phase}`,
        source: `${key}/${phase}`,
        subject: alertSubject(message),
      };
    },
  };
}

async function sendTest(
  { targets }: AlertDeps,
  messages: Messages,
): Promise<{ readonly outcome: SendOutcome; readonly took_ms: number }> {
  const start = performance.now();
  const outcome = await sendMessages(targets, messages);
  return { outcome, took_ms: Math.round(performance.now() - start) };
}

async function sendMessages(targets: AlertDeps["targets"], messages: Messages): Promise<SendOutcome> {
  const first = await targets.notify(messages.of("firing"));
  if (!first.result.ok || !messages.holdsIncidents) return first;
  const last = await targets.notify(messages.of("resolved"));
  if (!last.result.ok) return last;
  const summary = `${first.result.summary}; then ${last.result.summary}`;
  return { ...last, result: { ok: true, summary } };
}

function testMessage(
  { caller: { organization, actor }, now }: Call,
  row: StoredRow,
  phase: AlertPhase,
  { key, link }: { readonly key: string; readonly link: string },
): AlertMessage {
  const { name: target } = completed(outboundConfigs, row.configuration);
  const title = `Test of the outbound target ${target}, sent by ${actor.name}: nothing is wrong`;
  const at = now.toISOString();
  return {
    phase,
    dedup_key: key,
    organization: { name: organization.name, slug: organization.slug },
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
