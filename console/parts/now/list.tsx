/** The one list of what needs attention, the most urgent first. */
import { useState } from "react";
import { figure } from "../../../src/kernel/readable.ts";
import type { AttentionSection } from "../../api/attention-shapes.ts";
import { useDefinitions } from "../../api/queries.ts";
import { useHere } from "../../shell/session.ts";
import { MoreButton } from "../few.tsx";
import { alertsPath, changesPath, drillsPath, kindPath, proposalsPath } from "../paths.ts";
import { LinkTo, Quiet } from "../text.tsx";
import { words } from "../words.ts";
import { saidOnce } from "./causes.ts";
import { PressingLine } from "./line.tsx";
import * as texts from "./texts.ts";
import { fitting, type Pressing } from "./urgency.ts";
import { partTitle } from "./words.ts";

/** Lines of one part of the rest: what is urgent is always there. */
const mostOfPart = 2;

interface PressingListProps {
  readonly items: readonly Pressing[];
  readonly sections: readonly AttentionSection[];
  /** That are shown at first, where they say little. */
  readonly most: number;
}

export function PressingList({ items, sections, most }: PressingListProps) {
  const [all, setAll] = useState(false);
  const short = shortened(items);
  const shown = all ? saidOnce(items) : fitting(saidOnce(short), most);
  return (
    <>
      <ol className="pressing-list" aria-label={texts.list}>
        {shown.map((item) => (
          <PressingLine key={`${item.section} ${item.resource} ${item.id}`} item={item} />
        ))}
      </ol>
      <MoreButton all={all} others={items.length - shown.length} set={setAll} />
      {all ? <Wholes sections={sections} /> : null}
    </>
  );
}

/** What is urgent, and the first of each part of the rest. */
function shortened(items: readonly Pressing[]): readonly Pressing[] {
  const seen = new Map<string, number>();
  return items.filter(({ urgency, section, resource }) => {
    if (urgency !== "rest") return true;
    const part = `${section} ${resource}`;
    const count = (seen.get(part) ?? 0) + 1;
    seen.set(part, count);
    return count <= mostOfPart;
  });
}

/** To the whole of parts of which the service shows the worst only. */
function Wholes({ sections }: { readonly sections: readonly AttentionSection[] }) {
  const here = useHere();
  const { kinds } = useDefinitions();
  const cut = sections.filter(({ total, data }) => total > data.length);
  if (cut.length === 0) return null;
  return (
    <Quiet component="div" mt="xs">
      {cut.map(({ section, resource, total }) => {
        const title = kinds.find(({ kind }) => kind === resource)?.title ?? words(resource);
        const to =
          section === "alerts"
            ? alertsPath(here.slug)
            : section === "audit"
              ? changesPath(here.slug)
              : section === "drills"
                ? drillsPath(here.slug)
                : section === "proposals"
                  ? proposalsPath(here.slug)
                  : kindPath(here.slug, resource);
        return (
          <div key={`${section} ${resource}`}>
            <LinkTo to={to}>{texts.all(figure(total), partTitle({ section, resource }, title))}</LinkTo>
          </div>
        );
      })}
    </Quiet>
  );
}
