/** What of a kind needs attention, as its tile says it, and the list that shows it. Pure. */
import { bySeverity, filterOf } from "../../../src/kernel/findable.ts";
import { figure } from "../../../src/kernel/readable.ts";
import type { Definition } from "../../../src/surfaces/console/definitions.ts";
import type { AttentionSection } from "../../api/attention-shapes.ts";
import { changedSearch, type Search } from "../../parts/list-address.ts";
import { causesOf } from "../../parts/now/urgency.ts";
import { statesOf, switchOf } from "../../parts/tones.ts";
import * as texts from "./texts.ts";

export interface Need {
  readonly text: string;
  /** Of the list: those rows, and no others. */
  readonly search: Search;
}

/** One for each part of the attention that is about the kind. */
export function needsOf(
  definition: Pick<Definition, "kind" | "fields">,
  sections: readonly AttentionSection[],
): readonly Need[] {
  return sections
    .filter(({ resource }) => resource === definition.kind)
    .map((section) => ({ text: textOf(section), search: searchOf(definition, section) }));
}

function textOf(section: AttentionSection): string {
  if (section.section !== "unmeasured") return texts.needAttention(section.total);
  return texts.notMeasured(figure(section.total), causesOf(section));
}

/** All of the kind where its list has no filter for them. */
function searchOf({ fields }: Pick<Definition, "fields">, { section }: AttentionSection): Search {
  const [state, ...others] = statesOf(fields);
  if (state === undefined || others.length > 0) return {};
  const [name, shape] = state;
  if (shape.type !== "choice" || filterOf({ fields }, name)?.from === "reading") return {};
  const { tones = {}, needsDecision = [] } = shape;
  const isBad = (value: string) =>
    ["bad", "warning"].includes((tones as Record<string, string>)[value] ?? "");
  const decided = (value: string) => needsDecision.includes(value);
  const values = {
    states: bySeverity(shape, shape.choices).filter((value) => isBad(value) && !decided(value)),
    decisions: needsDecision,
    unmeasured: shape.unseen === undefined ? [] : [shape.unseen],
  }[section as string];
  if (values === undefined || values.length === 0) return {};
  const on = section === "decisions" ? undefined : switchOf(fields);
  const where = new Map([[name, values], ...(on === undefined ? [] : [[on, ["true"]] as const])]);
  return changedSearch({}, { where });
}
