/** What the files become: what is lost first, then the proof, both sides, what to know, and the way to a plan. */
import { Alert, Button, Group, List, Paper, Text, TextInput, Title } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { namedActions } from "../../api/calls.ts";
import type { MigrationNote } from "../../api/migration-shapes.ts";
import { useDefinitions } from "../../api/queries.ts";
import { Form } from "../../parts/form.tsx";
import { planPath } from "../../parts/paths.ts";
import { useMakePlan } from "../../parts/plans/use-plan.ts";
import { Refusal } from "../../parts/refusal.tsx";
import { Quiet } from "../../parts/text.tsx";
import { useHere } from "../../shell/session.ts";
import type { Previewed } from "./previewed.ts";
import { Proof } from "./proof.tsx";
import { Sides } from "./sides-table.tsx";
import * as texts from "./texts.ts";
import { labelsText } from "./words.ts";

export function Result({ of: { source, preview } }: { readonly of: Previewed }) {
  const notes = (level: MigrationNote["level"]) => preview.notes.filter((note) => note.level === level);
  return (
    <section aria-label={texts.whatItBecomes} aria-live="polite">
      <Title order={2} mb="sm">
        {texts.whatItBecomes}
      </Title>
      <Notes title={texts.notifiedOfNothingAnyMore} color="red" notes={notes("error")} />
      <Unreached of={preview.unreached} />
      {preview.proof === null ? null : <Proof of={preview.proof} />}
      <Counts bundle={preview.bundle} />
      <Sides of={preview.routes} />
      <Notes title={texts.carriedOverInAnotherWay} color="yellow" notes={notes("warning")} />
      <Notes title={texts.goodToKnow} color="gray" notes={notes("info")} />
      <ToPlan source={source} bundle={preview.bundle} />
    </section>
  );
}

interface NotesProps {
  readonly title: string;
  readonly color: string;
  readonly notes: readonly MigrationNote[];
}

function Notes({ title, color, notes }: NotesProps) {
  if (notes.length === 0) return null;
  return (
    <Alert color={color} mb="md" title={title} role="region" aria-label={title}>
      <List size="sm" spacing={6} listStyleType="none" className="inline">
        {notes.map(({ path, message }) => (
          <List.Item key={`${path} ${message}`} style={{ overflowWrap: "anywhere" }}>
            {path === "" ? null : <span className="mono">{path}</span>} {message}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

/** Beyond these a list says only how many there are. */
const shownAlerts = 20;

function Unreached({ of }: { readonly of: Previewed["preview"]["unreached"] }) {
  if (of.length === 0) return null;
  return (
    <Alert
      color="red"
      mb="md"
      title={texts.alertsThatReachNobody}
      role="region"
      aria-label={texts.alertsThatReachNobody}
    >
      <List size="sm" spacing={6} listStyleType="none">
        {of.slice(0, shownAlerts).map(({ labels }) => (
          <List.Item key={labelsText(labels)} className="mono" style={{ overflowWrap: "anywhere" }}>
            {labelsText(labels)}
          </List.Item>
        ))}
      </List>
      {of.length > shownAlerts ? <Text size="sm">{texts.andMore(of.length - shownAlerts)}</Text> : null}
    </Alert>
  );
}

/** How many rows there are of each kind. */
function Counts({ bundle }: Pick<Previewed["preview"], "bundle">) {
  const { kinds } = useDefinitions();
  const counts = kinds.flatMap(({ kind, title }) => {
    const rows = bundle[kind];
    return rows === undefined ? [] : [{ title, count: Array.isArray(rows) ? rows.length : 1 }];
  });
  if (counts.length === 0) return <Text mb="md">{texts.nothingOfItBecomes}</Text>;
  return (
    <Group gap="lg" mb="md" component="ul" className="files">
      {counts.map(({ title, count }) => (
        <li key={title}>
          <b>{count}</b> {title}
        </li>
      ))}
    </Group>
  );
}

function ToPlan({ source, bundle }: { readonly source: string } & Pick<Previewed["preview"], "bundle">) {
  const here = useHere();
  const go = useNavigate();
  const make = useMakePlan();
  const [set, setSet] = useState(source);
  const submit = () => {
    if (make.isPending) return;
    const owner = set.trim() === "" ? {} : { set: set.trim() };
    make.mutate(
      { action: namedActions.planChanges, input: { bundle, ...owner } },
      { onSuccess: (plan) => void go({ to: planPath(here.slug, plan.id) }) },
    );
  };
  if (Object.keys(bundle).length === 0) return null;
  return (
    <Paper component="section" aria-label={texts.planIt} className="form" mt="lg">
      <Form submit={submit}>
        <Title order={3}>{texts.planIt}</Title>
        <Quiet mb="sm">{texts.thePlanShowsEveryRow}</Quiet>
        <TextInput
          label={texts.set}
          description={texts.whoOwnsTheRowsWithout}
          value={set}
          onChange={({ currentTarget }) => setSet(currentTarget.value)}
          maw={320}
        />
        <div className="below">
          <Refusal error={make.error} />
        </div>
        <Group justify="flex-end" mt="md">
          <Button type="submit" loading={make.isPending}>
            {texts.plan}
          </Button>
        </Group>
      </Form>
    </Paper>
  );
}
