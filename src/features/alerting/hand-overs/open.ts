/** What is open at a hand-over: what the calls answer that people ask as well. */
import { type Organization, serviceCall } from "../../../engine/context.ts";
import type { NeedsAttention } from "../../../engine/feature.ts";
import { invokeNamed } from "../../../engine/invoke.ts";
import type { ConfigurationOperations } from "../../../engine/operation.ts";
import type { Store } from "../../../engine/ports/rows.ts";
import { counted, readable } from "../../../kernel/readable.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { phrase, singularOf } from "../../../kernel/words.ts";
import { listed, type Part } from "./words.ts";

/** Lines of each part. */
const most = 5;

type Section = Awaited<ReturnType<NeedsAttention>>["section"];

/** What is read of the answers. */
interface Attention {
  readonly sections: readonly {
    readonly section: Section;
    readonly resource: string;
    readonly total: number;
    readonly data: readonly { readonly name: string; readonly state: string; readonly why: string | null }[];
  }[];
}

interface Timeline {
  readonly incidents: readonly {
    readonly title: string;
    readonly status: string;
    readonly ended: string | null;
  }[];
  readonly coming: readonly { readonly what: string; readonly name: string; readonly at: string }[];
  readonly changes: readonly {
    readonly name: string;
    readonly resource: string;
    readonly actor: { readonly name: string };
  }[];
  readonly changes_total: number;
}

export interface OpenDeps {
  readonly store: Pick<Store, "recordRefusal" | "row">;
  /** Those that say it. */
  readonly operations: ConfigurationOperations;
}

/**
 * What needs attention, incidents that are not over, what comes, and what was changed since a moment.
 * @param since when the shift began that ends now
 */
export async function openAt(
  { store, operations }: OpenDeps,
  organization: Organization,
  now: Date,
  since: Date,
): Promise<Part[]> {
  const call = { ...serviceCall("hand-over", organization, "read"), now };
  const ask = async (name: string, body: JsonObject) =>
    (await invokeNamed(store, operations, call, name, { body })).body;
  const { sections } = (await ask("get_attention", {})) as unknown as Attention;
  const timeline = (await ask("get_timeline", { from: since.toISOString() })) as unknown as Timeline;
  const incidents = timeline.incidents.filter(({ ended }) => ended === null);
  const { coming, changes, changes_total } = timeline;
  const parts = [
    ...sections.map(({ section, resource, total, data }) =>
      listed(
        `${titles[section]} (${total}), ${phrase(resource)}:`,
        data.slice(0, most).map(({ name, state, why }) => `${name}: ${why ?? state}`),
        total,
      ),
    ),
    listed(
      `Incidents on the status page (${incidents.length}):`,
      incidents.slice(0, most).map(({ title, status }) => `${title}: ${status}`),
      incidents.length,
    ),
    listed(
      "What comes in the next days:",
      coming
        .slice(0, most)
        .map(({ what, name, at }) => `${readable(at)}: ${what.replaceAll("_", " ")}, ${name}`),
      coming.length,
    ),
    listed(
      `${counted(changes_total, "change")} of the configuration in this shift:`,
      changes
        .slice(0, most)
        .map(({ name, resource, actor }) => `${name} (${phrase(singularOf(resource))}), by ${actor.name}`),
      changes_total,
    ),
  ].filter(({ lines }) => lines.length > 0);
  return parts.length === 0 ? [{ title: "Nothing is open.", lines: [] }] : parts;
}

const titles: Readonly<Record<Section, string>> = {
  alerts: "Open alerts that nobody acknowledged",
  gates: "Deploys that are held",
  states: "In a bad state",
  drills: "Routes that are not proved",
  decisions: "Waiting for a decision",
  unmeasured: "Measured by nobody",
  audit: "Changes that are not sealed",
  on_call: "Times at which nobody is on call",
};
