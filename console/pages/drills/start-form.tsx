/** Starts a drill of a route, a target or a service. */
import { Checkbox, Group, SegmentedControl, Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { Definition } from "../../../src/surfaces/console/definitions.ts";
import { rowsQuery } from "../../api/queries.ts";
import { ServiceText } from "../../forms/service-text.tsx";
import { PlainButton } from "../../parts/buttons.tsx";
import { Card } from "../../parts/card.tsx";
import { type DrillAbout, useStartDrill } from "../../parts/drills/use-drills.ts";
import { startADrill, waitForSomebody } from "../../parts/drills/words.ts";
import { Refusal } from "../../parts/refusal.tsx";
import { useHere } from "../../shell/session.ts";
import * as texts from "./texts.ts";
import { notifies, type Subject, subjects } from "./words.ts";

interface StartFormProps {
  readonly routes: Definition;
  readonly targets: Definition;
}

export function StartForm({ routes, targets }: StartFormProps) {
  const start = useStartDrill();
  const [subject, setSubject] = useState<Subject>("route");
  const [named, setNamed] = useState("");
  const [acknowledged, setAcknowledged] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (named !== "") start.mutate({ about: aboutOf(subject, named), acknowledged });
  };
  return (
    <Card title={startADrill} about={notifies} mb="xl">
      <form onSubmit={submit}>
        <Group align="flex-start" gap="sm">
          <SegmentedControl
            aria-label={texts.whatItIsAbout}
            data={[...subjects]}
            value={subject}
            onChange={(value) => {
              setSubject(value as Subject);
              setNamed("");
            }}
          />
          {subject === "service" ? (
            <ServiceText
              aria-label={texts.theService}
              placeholder={texts.theServicesName}
              w={{ base: "100%", xs: 320 }}
              value={named}
              onChange={setNamed}
            />
          ) : (
            <RowChoice
              key={subject}
              definition={subject === "target" ? targets : routes}
              subject={subject}
              value={named}
              onChange={setNamed}
            />
          )}
        </Group>
        <Group mt="sm" gap="md">
          <PlainButton type="submit" loading={start.isPending} disabled={named === ""}>
            {startADrill}
          </PlainButton>
          <Checkbox
            label={waitForSomebody}
            checked={acknowledged}
            onChange={({ currentTarget }) => setAcknowledged(currentTarget.checked)}
          />
        </Group>
        <div aria-live="polite">
          <Refusal error={start.error} />
        </div>
      </form>
    </Card>
  );
}

interface RowChoiceProps {
  readonly definition: Definition;
  readonly subject: Subject;
  readonly value: string;
  readonly onChange: (id: string) => void;
}

function RowChoice({ definition, subject, value, onChange }: RowChoiceProps) {
  const here = useHere();
  const { data } = useQuery(rowsQuery(here.slug, definition));
  return (
    <Select
      aria-label={texts.the(subject)}
      placeholder={texts.chooseA(subject)}
      searchable
      w={{ base: "100%", xs: 320 }}
      data={(data?.data ?? [])
        .filter(({ enabled }) => enabled === true)
        .map(({ id, name }) => ({ value: String(id), label: String(name) }))}
      value={value === "" ? null : value}
      onChange={(id) => onChange(id ?? "")}
    />
  );
}

function aboutOf(subject: Subject, named: string): DrillAbout {
  if (subject === "service") return { service: named.trim() };
  return subject === "target" ? { target_id: named } : { route_id: named };
}
