/** Now: one sentence, what needs attention by urgency, what changed and what comes, over a strip of 24 hours. */
import { Group, Paper, SegmentedControl, Stack, Title } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { later } from "../../parts/in-time.ts";
import { Changed } from "../../parts/now/changed.tsx";
import { PressingList } from "../../parts/now/list.tsx";
import { spanOf } from "../../parts/now/span.ts";
import { Strip } from "../../parts/now/strip.tsx";
import * as nowTexts from "../../parts/now/texts.ts";
import { type Whose, whose } from "../../parts/now/urgency.ts";
import { useNowState, usePast } from "../../parts/now/use-now.ts";
import { whoseWords } from "../../parts/now/words.ts";
import { Page, Rows, Soon } from "../../parts/page.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { useSay } from "../../parts/say.tsx";
import { Quiet } from "../../parts/text.tsx";
import { useHere } from "../../shell/session.ts";
import { Comes } from "./aside.tsx";
import * as texts from "./texts.ts";

const FirstSteps = later(() => import("./first-steps.tsx"), "FirstSteps");
const Welcome = later(() => import("./welcome.tsx"), "Welcome");
const Engines = later(() => import("./engines.tsx"), "Engines");
const Happened = later(() => import("../../parts/now/happened.tsx"), "Happened");

/** What the page is narrowed to, as its address says it. */
type Search = Readonly<Partial<Record<"who" | "from" | "to", string>>>;

/** So many lines of the list stand on the first screen. */
const mostLines = 7;

export function NowPage() {
  const here = useHere();
  const go = useNavigate();
  const search = useSearch({ strict: false }) as Search;
  const which = whose.find((one) => one === search.who) ?? "all";
  const span = spanOf(search);
  const state = useNowState(which);
  const { timeline, sentence, items, sections, watched, loading, failed } = state;
  useSay(sentence?.text);
  const set = (change: Search) => {
    const next = Object.entries({ ...search, ...change }).filter(([, text]) => (text ?? "") !== "");
    void go({ to: ".", search: Object.fromEntries(next) as never, replace: true });
  };
  const past = usePast(span, timeline);
  // On a phone nothing stands above what needs attention.
  const narrow = useMediaQuery("(max-width: 48em)", undefined, { getInitialValueInEffect: false });
  // Where they stand is decided once: an alert that comes meanwhile must not take a key away that is shown only once.
  const [below, setBelow] = useState<boolean>();
  if (below === undefined && !loading) setBelow(watched && items.length > 0);
  const steps = here.allows("admin") ? (
    <Soon>
      <FirstSteps />
      <Welcome />
    </Soon>
  ) : null;
  const strip = timeline && (
    <Strip
      timeline={past?.whole ?? timeline}
      span={span}
      set={(next) => set({ from: next?.since ?? "", to: next?.until ?? "" })}
    />
  );
  return (
    <Page
      title={sentence?.text ?? nowTexts.title}
      tab={`${nowTexts.title} · ${here.name}`}
      tone={sentence?.tone}
    >
      {below === false ? steps : null}
      <Refusal {...failed} />
      {narrow ? null : strip}
      {loading ? <Rows count={6} /> : null}
      {timeline === undefined || loading ? null : (
        <div className="now">
          {past === undefined ? (
            <Paper component="section" aria-label={nowTexts.list} p="md">
              <Group justify="space-between" mb="xs" gap="xs">
                <Title order={2} fz="md">
                  {nowTexts.list}
                </Title>
                <Chips which={which} set={(who) => set({ who: who === "all" ? "" : who })} />
              </Group>
              {items.length === 0 && sentence !== undefined ? (
                <Quiet>{nowTexts.nothingOfWhom[which]}</Quiet>
              ) : null}
              <PressingList items={items} sections={sections} most={mostLines} />
            </Paper>
          ) : (
            <Soon>
              <Happened {...past} />
            </Soon>
          )}
          {narrow ? strip : null}
          <Stack gap="md">
            <Changed
              changes={past?.changes ?? timeline.changes}
              total={past?.changes.length ?? timeline.changes_total}
              search={span === undefined ? { last: "24h" } : { since: span.since, until: span.until }}
            />
            {past === undefined ? <Comes coming={timeline.coming} /> : null}
            <Soon>
              <Engines />
            </Soon>
          </Stack>
        </div>
      )}
      {below === true ? steps : null}
    </Page>
  );
}

interface ChipsProps {
  readonly which: Whose;
  readonly set: (which: Whose) => void;
}

function Chips({ which, set }: ChipsProps) {
  return (
    <SegmentedControl
      size="xs"
      aria-label={texts.whose}
      value={which}
      data={whose.map((value) => ({ value, label: whoseWords[value] }))}
      onChange={(value) => set(value as Whose)}
    />
  );
}
