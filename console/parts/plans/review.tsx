/** A plan as a code review: what stands against it first, then what becomes of each row, kind by kind. */
import { Alert, Button, Group, List, Paper, Stack, Text, Title } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { figure } from "../../../src/kernel/readable.ts";
import { type Differences, type PlanAction, type PlanChange, planActions } from "../../api/plan-shapes.ts";
import { useDefinitions } from "../../api/queries.ts";
import type { AuditChange } from "../../api/shapes.ts";
import { useHere } from "../../shell/session.ts";
import { QuietButton, SmallButton } from "../buttons.tsx";
import { Card } from "../card.tsx";
import { Changes, changesOf } from "../diff/changes.tsx";
import { pathOf, plansPath } from "../paths.ts";
import { LinkIn, LinkTo } from "../text.tsx";
import { fieldWords, keyName, oneOf, words } from "../words.ts";
import { GateReplayCard } from "./gate-replay.tsx";
import { Notices } from "./notices.tsx";
import { OnCallCard } from "./on-call.tsx";
import { ReplayCard } from "./replay.tsx";
import { Reroutes } from "./reroutes.tsx";
import * as texts from "./texts.ts";
import { actionWords } from "./words.ts";

export interface ReviewProps {
  readonly of: Differences;
  /** Whether it has happened. */
  readonly done?: boolean;
  /** The one action whose changes are shown. */
  readonly only?: PlanAction | undefined;
  readonly setOnly: (only: PlanAction | undefined) => void;
  /** What stands below each change, such as what was said of it. */
  readonly below?: ((change: PlanChange) => ReactNode) | undefined;
}

/** More changes than this are closed at first: their heads say what they are. */
const openChanges = 20;

export function Review({ of, done = false, only, setOnly, below }: ReviewProps) {
  const { kinds } = useDefinitions();
  const [open, setOpen] = useState(of.changes.length <= openChanges);
  const shown = only === undefined ? of.changes : of.changes.filter(({ action }) => action === only);
  const groups = kinds
    .map((definition) => ({
      definition,
      changes: shown.filter(({ resource }) => resource === definition.kind),
    }))
    .filter(({ changes }) => changes.length > 0);
  return (
    <>
      <Notices title={texts.problems(figure(of.problems.length))} notices={of.problems} color="red" />
      <Notices title={texts.warnings(figure(of.warnings.length))} notices={of.warnings} color="yellow" />
      <Engines of={of} />
      {of.effects.on_call === null || done ? null : <OnCallCard of={of.effects.on_call} />}
      {of.effects.replay === null || done ? null : <ReplayCard of={of.effects.replay} />}
      {of.effects.replay === null || done ? null : <GateReplayCard of={of.effects.replay} />}
      {of.effects.rerouted_alerts === null || done ? null : <Reroutes of={of.effects.rerouted_alerts} />}
      {of.changes.length < 2 ? null : (
        <Group justify="space-between" mb="sm" gap="xs">
          <Filter of={of.changes} done={done} only={only} setOnly={setOnly} />
          <QuietButton onClick={() => setOpen(!open)}>{open ? texts.closeAll : texts.openAll}</QuietButton>
        </Group>
      )}
      <Stack gap="lg">
        {groups.map(({ definition, changes }) => (
          <section key={definition.kind} aria-label={definition.title}>
            <Title order={2} mb="xs">
              {definition.title}
              {changes.length > 1 ? ` · ${figure(changes.length)}` : ""}
            </Title>
            <Cards key={String(open)} changes={changes} done={done} open={open} below={below} />
          </section>
        ))}
      </Stack>
    </>
  );
}

interface FilterProps {
  readonly of: readonly PlanChange[];
  readonly done: boolean;
  readonly only: PlanAction | undefined;
  readonly setOnly: (only: PlanAction | undefined) => void;
}

function Filter({ of, done, only, setOnly }: FilterProps) {
  const counted = planActions
    .map((action) => ({ action, count: of.filter((change) => change.action === action).length }))
    .filter(({ count }) => count > 0);
  const choice = (title: string, action: PlanAction | undefined) => (
    <Button
      key={title}
      size="xs"
      variant={only === action ? "light" : "default"}
      aria-pressed={only === action}
      onClick={() => setOnly(action)}
    >
      {title}
    </Button>
  );
  return (
    <Group gap={6} component="fieldset" className="bare" aria-label={texts.show}>
      {choice(texts.all(figure(of.length)), undefined)}
      {counted.length < 2
        ? null
        : counted.map(({ action, count }) =>
            choice(`${actionWords[action][done ? "past" : "future"]} ${figure(count)}`, action),
          )}
    </Group>
  );
}

interface CardsProps {
  readonly changes: readonly PlanChange[];
  readonly done: boolean;
  readonly open: boolean;
  readonly below: ReviewProps["below"];
}

/** So many of a kind are drawn at once. */
const step = 100;

function Cards({ changes, done, open, below }: CardsProps) {
  const [most, setMost] = useState(step);
  return (
    <>
      <Paper p={0}>
        {changes.slice(0, most).map((change) => (
          <ChangeCard
            key={`${change.id}/${change.action}`}
            change={change}
            done={done}
            open={open}
            below={below}
          />
        ))}
      </Paper>
      {changes.length > most ? (
        <SmallButton mt="xs" onClick={() => setMost(most + step)}>
          {texts.showMore(Math.min(step, changes.length - most))}
        </SmallButton>
      ) : null}
    </>
  );
}

/** What the engines that obey the configuration would be given, and which rows they do not take. */
function Engines({
  of: {
    effects: { engines },
    refusals,
  },
}: {
  readonly of: Differences;
}) {
  return (
    <>
      {refusals.length === 0 ? null : (
        <Alert
          color="yellow"
          mb="md"
          role="region"
          title={
            <Text span inherit c="var(--mantine-color-text)">
              {texts.notTakenByEngines(figure(refusals.length))}
            </Text>
          }
        >
          <List size="sm" spacing={6} listStyleType="none" className="inline">
            {refusals.map((refusal) => (
              <List.Item key={JSON.stringify(refusal)} style={{ overflowWrap: "anywhere" }}>
                <NotTaken refusal={refusal} />
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      {engines.length === 0 ? null : (
        <Card title={texts.engines} gap="xs" mb="md">
          <ul className="diff">
            {engines.map(({ connector, file, summary }) => (
              <li key={`${connector}/${file}`}>
                <span className="field">
                  {connector} · <span className="mono">{file}</span>
                </span>
                {summary}
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}

function NotTaken({ refusal }: { readonly refusal: Differences["refusals"][number] }) {
  const { connector, resource, key, field, message } = refusal;
  const { kinds } = useDefinitions();
  const definition = kinds.find(({ kind }) => kind === resource);
  if (definition === undefined) return null;
  return (
    <>
      <b>
        {connector} · {words(oneOf(definition))} {keyName(kinds, resource, key)} ·{" "}
        {fieldWords(definition, field)}
      </b>{" "}
      {message}.
    </>
  );
}

/** The way back from a plan. */
export function BackToPlans() {
  const here = useHere();
  return <LinkTo to={plansPath(here.slug)}>{texts.plans}</LinkTo>;
}

/** Which changes of a plan are shown. */
import { useNavigate, useSearch } from "@tanstack/react-router";

/** The action whose changes are shown, kept in the address. */
export function useOnly(): readonly [PlanAction | undefined, (only: PlanAction | undefined) => void] {
  const search = useSearch({ strict: false }) as { show?: string };
  const go = useNavigate();
  const only = planActions.find((action) => action === search.show);
  return [
    only,
    (next) => {
      const { show: _, ...rest } = search;
      void go({ to: ".", search: next === undefined ? rest : { ...rest, show: next }, replace: true });
    },
  ];
}

/** What becomes of one row, field by field. */

interface ChangeCardProps {
  readonly change: PlanChange;
  /** Whether it has happened. */
  readonly done: boolean;
  readonly open: boolean;
  readonly below: ReviewProps["below"];
}

function ChangeCard({ change, done, open, below }: ChangeCardProps) {
  const here = useHere();
  const { kinds } = useDefinitions();
  const { resource, action, id, key } = change;
  const definition = kinds.find(({ kind }) => kind === resource);
  const { sign, future, past, tone } = actionWords[action];
  const there = done ? action !== "delete" : action !== "create";
  return (
    <details className="change" open={open} data-action={action}>
      <summary>
        <span className="sign" data-tone={tone} aria-hidden>
          {sign}
        </span>
        <span className="verb">{done ? past : future}</span>
        <b>{keyName(kinds, resource, key)}</b>
      </summary>
      <Changes changes={[...changesOf(change), ...setOf(change)]} fields={definition?.fields ?? {}} />
      {there ? (
        <Text size="xs" mt={6}>
          <LinkIn to={pathOf(here.slug, kinds, resource, id)}>
            {definition?.shape === "setting" ? texts.openTheSetting : texts.openTheRow}
          </LinkIn>
        </Text>
      ) : null}
      {below?.(change)}
    </details>
  );
}

/** The row's set, where that changes. */
function setOf({ managed_by }: PlanChange): readonly AuditChange[] {
  return managed_by === undefined ? [] : [{ field: "managed_by", ...managed_by }];
}
