/** What engines are given, and what their agents say of it. */

import type { Call } from "../../../engine/context.ts";
import type { Feature, Written } from "../../../engine/feature.ts";
import type { StoredRow, Writer } from "../../../engine/ports/rows.ts";
import { completed } from "../../../engine/render.ts";
import { connectors } from "../../../resources/connectors.ts";
import type { Ground } from "../../ground.ts";
import { type Identity, revokeKeysOf } from "../../identity/index.ts";
import type { StateReports } from "../state-reports/index.ts";
import { type AbsenceDeps, type AbsenceWatch, createAbsenceWatch } from "./absent-agents.ts";
import { createRenderedCredentials, type RenderedCredentials } from "./credentials.ts";
import { createEffects } from "./effects.ts";
import { createRefusedReports } from "./refused.ts";
import { type RenderingDeps, renderingCalls } from "./rendering.ts";
import { createRenders, type RendersOf } from "./renders.ts";
import { judgeRendered } from "./row-warnings.ts";
import type { RenderStore } from "./store.ts";
import { createRenderStore } from "./store.ts";

export { isSettled } from "./absent-agents.ts";
export type { RenderedCredentials } from "./credentials.ts";
export { hostedInstance } from "./instances.ts";
export {
  aboutRows,
  bringersOf,
  type Loss,
  lossesOf,
  measuredSince,
  notInForce,
  rowOfAlert,
  unmeasuredIn,
} from "./losses.ts";
export { muteOf } from "./mute-of.ts";
export { openSloFormat } from "./openslo.ts";
export type { Renders, RendersOf } from "./renders.ts";
export { refusalFields } from "./shapes.ts";
export type { RenderStore } from "./store.ts";

/** What is rendered, for whoever needs it. */
export interface Renderer {
  readonly store: RenderStore;
  readonly rendersOf: RendersOf;
  /** The ids of the rows that the engine of a connector sees. @throws Refusal `not_found` where nothing is rendered for it */
  seenBy(organizationId: string, now: Date, connectorId: string): Promise<ReadonlySet<string>>;
  /** What a plan would mean for engines. */
  readonly effectsOf: ReturnType<typeof createEffects>;
  readonly credentials: RenderedCredentials;
}

export function createRenderer(ground: Ground): Renderer {
  const store = createRenderStore(ground.database, ground.signRecord);
  const deps = { ...ground, renders: store };
  const rendersOf = createRenders(deps);
  return {
    store,
    rendersOf,
    seenBy: async (organizationId, now, connectorId) =>
      (await rendersOf(organizationId, now)).seenBy(connectorId),
    effectsOf: createEffects(deps),
    credentials: createRenderedCredentials(deps),
  };
}

export interface Rendering extends Feature {
  readonly absence: AbsenceWatch;
  /** What follows for rendering from the write of a connector, in its transaction. */
  connectorWritten(writer: Writer, call: Call, written: Written): Promise<void>;
}

export interface RenderingNeeds {
  readonly renderer: Renderer;
  readonly identity: Pick<Identity, "store">;
  readonly reports: StateReports["reports"];
  readonly rangeQueries: RenderingDeps["rangeQueries"];
  readonly upSince: AbsenceDeps["upSince"];
  readonly lookedFor: RenderingDeps["lookedFor"];
}

export function createRendering(
  ground: Ground,
  { renderer, identity, reports, rangeQueries, lookedFor, upSince }: RenderingNeeds,
): Rendering {
  const { store: renders, rendersOf } = renderer;
  const { organizations } = identity.store;
  const absence = createAbsenceWatch({ ...ground, renders, reports, organizations, upSince });
  const reportRefused = createRefusedReports({ ...ground, reports });
  const deps = { ...ground, renders, reports, reportRefused, rendersOf, rangeQueries, lookedFor };
  return {
    name: "rendering",
    judges: judgeRendered(deps),
    operations: renderingCalls(deps),
    background: [absence.background],
    absence,
    async connectorWritten(writer, call, { before, after }) {
      const organizationId = call.caller.organization.id;
      const stored = renders.in(writer);
      if (after !== undefined) {
        if (before !== undefined && isOn(after) && !isOn(before))
          await stored.listen(organizationId, after.id);
        return;
      }
      const id = before?.id ?? "";
      await stored.forget(organizationId, id);
      await revokeKeysOf(identity.store.in(writer), call, id);
    },
  };
}

function isOn({ configuration }: StoredRow): boolean {
  return completed(connectors, configuration).enabled;
}
