/** The service as an agent inside of it reaches it: the same operations that the doors serve, without a door. */

import type { DrillAlert, SilenceChanges } from "../../../agent/alert-side.ts";
import type { AgentService, Render } from "../../../agent/engine.ts";
import { createReporter } from "../../../agent/report-in-parts.ts";
import type { Call } from "../../../engine/context.ts";
import { invokeNamed } from "../../../engine/invoke.ts";
import type { ConfigurationOperations, OperationAnswer, OperationInput } from "../../../engine/operation.ts";
import type { Store } from "../../../engine/ports/rows.ts";
import { etagOf } from "../../../kernel/etag.ts";
import type { Json } from "../../../kernel/field.ts";
import type { RenderedFile } from "../../../renderers/renderer.ts";
import { hostedInstance } from "../rendering/index.ts";

export interface LocalServiceOptions {
  readonly store: Pick<Store, "recordRefusal" | "row">;
  readonly operations: ConfigurationOperations;
  readonly connectorId: string;
  /** Makes the call of one operation. @throws where the service may not act for this connector now */
  readonly call: () => Promise<Call>;
  readonly log: (message: string) => void;
}

export function localService(options: LocalServiceOptions): AgentService {
  const { store, operations, connectorId: connector_id, call, log } = options;

  async function run(name: string, input: OperationInput): Promise<OperationAnswer> {
    return invokeNamed(store, operations, await call(), name, input);
  }

  return {
    async render(known) {
      const condition =
        known === undefined ? {} : { ifNoneMatch: { any: false, tags: [etagOf(known)] } as const };
      const answer = await run("get_render", { body: { connector_id }, ...condition });
      return answer.status === 304 ? undefined : fromMemory(answer.body as unknown as AnsweredRender);
    },
    async acknowledge(said) {
      await run("acknowledge_render", { body: { connector_id, instance: hostedInstance, ...said } });
      // Its clock is this process's.
      return undefined;
    },
    async exchangeSilences(silences) {
      const { body } = await run("exchange_silences", { body: { connector_id, silences: plain(silences) } });
      return body as unknown as SilenceChanges;
    },
    async exchangeDrills(sent) {
      const { body } = await run("exchange_drills", { body: { connector_id, sent: plain(sent) } });
      return body.alerts as unknown as readonly DrillAlert[];
    },
    async answerRange(answer) {
      await run("answer_range_query", { body: { connector_id, ...answer } });
    },
    async reportAlerts(since, alerts, settled) {
      await run("report_alerts", { body: { connector_id, since, settled, alerts: plain(alerts) } });
    },
    report: createReporter(async ({ reports }) => {
      const body = { reports: reports.map((report) => ({ ...report })) };
      return (await run("report_states", { body })).body;
    }, log),
  };
}

/** As a body that came over the network. */
function plain(values: readonly object[]): Json[] {
  return values.map((value) => ({ ...value }) as Json);
}

interface AnsweredRender extends Omit<Render, "files"> {
  readonly files: readonly RenderedFile[];
}

/** The service has the files in memory anyway. */
function fromMemory(answer: AnsweredRender): Render {
  const files = answer.files.map(({ name, content }) => ({
    name,
    async *read() {
      yield content;
    },
  }));
  return { ...answer, files };
}
