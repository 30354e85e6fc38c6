/** What being on call asks of each person, past and planned: as a table, on a phone as a list, and as a file. */
import { Group, Table } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { namedActions } from "../../api/calls.ts";
import { act } from "../../api/client.ts";
import type { OnCallLoad, PersonLoad, Term } from "../../api/on-call-shapes.ts";
import { readQuery } from "../../api/queries.ts";
import { problemsOf } from "../../forms/context.ts";
import { Presets } from "../../forms/presets.tsx";
import { SmallButton } from "../../parts/buttons.tsx";
import { Card } from "../../parts/card.tsx";
import { MoreButton } from "../../parts/few.tsx";
import { Loading } from "../../parts/loading.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { saveFile } from "../../parts/save-file.ts";
import { Faded, Fine, Quiet } from "../../parts/text.tsx";
import { useTypedZone } from "../../parts/time.tsx";
import { useHere } from "../../shell/session.ts";
import { hoursOf, mostFirst, termIn, termsOf } from "./load.ts";
import { PersonChip } from "./person.tsx";
import { TermInputs, type Typed } from "./term-inputs.tsx";
import * as texts from "./texts.ts";
import { useReader } from "./use-on-call.ts";
import { hoursText, loadText, pagesText, shortDay, waitText } from "./words.ts";
import "./load.css";

export function LoadView() {
  // By whose days and months it is asked for.
  const zone = useTypedZone();
  const { slug } = useHere();
  const { now } = useReader();
  const choices = termsOf(now, zone);
  const term = termIn(useSearch({ strict: false })) ?? choices[0].term;
  const query = useQuery({
    ...readQuery<OnCallLoad>(slug, namedActions.onCallLoad, { ...term }),
    staleTime: 60_000,
  });
  const problems = problemsOf(query.error);
  const save = useMutation({
    mutationFn: async () => {
      const asked = { ...term, format: "csv" };
      const { body, filename } = await act<string>(slug, namedActions.onCallLoad, asked);
      saveFile(body, filename ?? "on-call-load.csv");
    },
  });
  return (
    <Card
      title={texts.load}
      about={texts.whatLoadIs}
      action={
        <SmallButton onClick={() => save.mutate()} loading={save.isPending} disabled={query.error !== null}>
          {texts.downloadCsv}
        </SmallButton>
      }
    >
      <Terms choices={choices} term={term} zone={zone} errors={[problems.get("from"), problems.get("to")]} />
      <Refusal error={save.error} />
      {problems.size > 0 ? null : <Loading of={query} />}
      {query.data === undefined ? null : <Shown load={query.data} zone={zone} />}
    </Card>
  );
}

interface TermsProps {
  readonly choices: ReturnType<typeof termsOf>;
  readonly term: Term;
  readonly zone: string;
  readonly errors: readonly (string | undefined)[];
}

/** From when until when, which the address keeps. */
function Terms({ choices, term, zone, errors }: TermsProps) {
  const go = useNavigate();
  const [typed, setTyped] = useState<Typed>(term);
  // What is chosen is written into the inputs anew; what is typed stays as it is typed.
  const [chosen, setChosen] = useState(0);
  const set = (next: Typed) => {
    setTyped(next);
    const whole = termIn({ ...(next.from && { from: next.from }), ...(next.to && { to: next.to }) });
    if (whole !== undefined) void go({ to: ".", search: { view: "load", ...whole } as never, replace: true });
  };
  return (
    <div className="load-term">
      <Presets
        presets={choices.map(({ text, term: one }) => ({
          text,
          chosen: one.from === typed.from && one.to === typed.to,
          choose() {
            set(one);
            setChosen(chosen + 1);
          },
        }))}
      />
      <TermInputs key={chosen} term={typed} set={set} zone={zone} errors={errors} />
    </div>
  );
}

/** Lines that are shown at first. */
const most = 50;
const dayMs = 86_400_000;

function Shown({ load: { from, to, known_since, cut, data }, zone }: { load: OnCallLoad; zone: string }) {
  const { now } = useReader();
  const narrow = useMediaQuery("(max-width: 72em)", undefined, { getInitialValueInEffect: false });
  const [all, setAll] = useState(false);
  const people = mostFirst(data);
  const shown = all ? people : people.slice(0, most);
  const parts = { past: Date.parse(from) < now, planned: Date.parse(to) > now };
  // Within its first day it says nothing: alerts are kept for as long as the usual time is.
  const isCutShort = known_since !== null && Date.parse(known_since) > Date.parse(from) + dayMs;
  const Lines = narrow ? PeopleList : PeopleTable;
  return (
    <>
      {people.length === 0 ? (
        <Quiet>{texts.nobodyInThatTime}</Quiet>
      ) : (
        <Lines people={shown} {...parts} most={Math.max(...people.map(hoursOf))} />
      )}
      <MoreButton all={all} others={people.length - shown.length} set={setAll} />
      {parts.past && isCutShort ? (
        <Fine mt="xs">{texts.pagesAreKnownFrom(shortDay(known_since, zone))}</Fine>
      ) : null}
      {cut ? <Fine mt="xs">{texts.morePagesThanCounted}</Fine> : null}
      <Fine mt="xs">{texts.howItIsCounted}</Fine>
    </>
  );
}

interface PeopleProps {
  readonly people: readonly PersonLoad[];
  /** Whether the time has a part that is over. */
  readonly past: boolean;
  readonly planned: boolean;
  /** The most hours that anybody has. */
  readonly most: number;
}

function PeopleTable({ people, past, planned, most }: PeopleProps) {
  const ofLoad = [texts.hours, texts.nights, texts.weekends];
  const ofPast = [...ofLoad, texts.pages, texts.atNight, texts.acknowledgedAfter];
  return (
    <Table className="load" horizontalSpacing="xs" aria-label={texts.load} highlightOnHover={false}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col" rowSpan={2}>
            {texts.person}
          </Table.Th>
          {past ? (
            <Table.Th scope="colgroup" colSpan={ofPast.length} className="load-first">
              {texts.untilNow}
            </Table.Th>
          ) : null}
          {planned ? (
            <Table.Th scope="colgroup" colSpan={ofLoad.length} className="load-first">
              {texts.fromNowOn}
            </Table.Th>
          ) : null}
        </Table.Tr>
        <Table.Tr>
          <Heads of={past ? ofPast : []} />
          <Heads of={planned ? ofLoad : []} />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {people.map((person) => (
          <Table.Tr key={person.email}>
            <Table.Th scope="row">
              <PersonChip email={person.email} name={person.name} />
            </Table.Th>
            {past ? (
              <>
                <Cells load={person.past} most={most} />
                <Count of={person.pages} />
                <Count of={person.pages_at_night} bad />
                <Table.Td ta="right">{waitText(person.seconds_to_acknowledge)}</Table.Td>
              </>
            ) : null}
            {planned ? <Cells load={person.planned} most={most} /> : null}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Heads({ of }: { readonly of: readonly string[] }) {
  return of.map((text, index) => (
    <Table.Th key={text} scope="col" ta="right" className={index === 0 ? "load-first" : undefined}>
      {text}
    </Table.Th>
  ));
}

function Cells({ load, most }: { readonly load: PersonLoad["past"]; readonly most: number }) {
  return (
    <>
      <Table.Td ta="right" className="load-first">
        {hoursText(load.hours)}
        <Share of={load.hours} most={most} />
      </Table.Td>
      <Count of={load.nights} />
      <Count of={load.weekends} />
    </>
  );
}

/** How much it is next to others. */
function Share({ of, most }: { readonly of: number; readonly most: number }) {
  return (
    <span className="load-share" aria-hidden>
      <i style={{ width: `${most === 0 ? 0 : (of / most) * 100}%` }} />
    </span>
  );
}

function Count({ of, bad = false }: { readonly of: number; readonly bad?: boolean }) {
  return (
    <Table.Td ta="right" {...(bad && of > 0 ? { c: "var(--bad)" } : {})}>
      {of === 0 ? <Faded>{of}</Faded> : of}
    </Table.Td>
  );
}

function PeopleList({ people, past, planned, most }: PeopleProps) {
  return (
    <ul className="lines" aria-label={texts.load}>
      {people.map((person) => (
        <li key={person.email}>
          <Group justify="space-between" gap="xs">
            <PersonChip email={person.email} name={person.name} />
            <Share of={hoursOf(person)} most={most} />
          </Group>
          {past ? (
            <>
              <Line title={texts.untilNow} text={loadText(person.past)} />
              <Line title={texts.pages} text={pagesText(person)} />
            </>
          ) : null}
          {planned ? <Line title={texts.fromNowOn} text={loadText(person.planned)} /> : null}
        </li>
      ))}
    </ul>
  );
}

function Line({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <div className="load-line">
      <Faded>{title}</Faded>
      <span>{text}</span>
    </div>
  );
}
