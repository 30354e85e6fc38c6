/** What the gate and the bindings answer for a service, on its page, with the rows that decide it. */
import { Autocomplete, Group } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import type { JsonObject } from "../../../src/kernel/validate.ts";
import { useDefinition } from "../../api/queries.ts";
import { kindNames } from "../../kinds/names.ts";
import { Gate } from "../../kinds/special/deploy-policies/deploy-policy.tsx";
import { Origins } from "../../kinds/special/service-bindings/origins.tsx";
import { Card } from "../../parts/card.tsx";
import { rowPath } from "../../parts/paths.ts";
import { LinkTo, Quiet } from "../../parts/text.tsx";
import { useHere } from "../../shell/session.ts";
import { AddRow, ownName } from "./rows-card.tsx";
import * as texts from "./texts.ts";

interface AnswerProps {
  readonly service: string;
  readonly rows: readonly JsonObject[];
}

export function GateHere({ service, rows }: AnswerProps) {
  return (
    <Gate service={service}>
      <Deciding kind={kindNames.deployPolicy} service={service} rows={rows} none={texts.itHasNoPolicy} />
    </Gate>
  );
}

interface BindingsProps extends AnswerProps {
  /** Those that a binding is about, and none. */
  readonly environments: readonly string[];
}

export function BindingsHere({ service, rows, environments }: BindingsProps) {
  const named = environments.filter((environment) => environment !== "");
  const [typed, setTyped] = useState(environments.length === 2 ? (named[0] ?? "") : "");
  const [environment] = useDebouncedValue(typed.trim(), 300);
  // A name that no binding can have is bound nowhere.
  if (environments.length === 0) return null;
  return (
    <Card title={texts.inTelemetry}>
      <Autocomplete
        label={texts.environment}
        placeholder={texts.none}
        data={named}
        value={typed}
        onChange={setTyped}
        mb="md"
      />
      <Origins service={service} environment={environment} />
      <Deciding kind={kindNames.serviceBinding} service={service} rows={rows} none={texts.itHasNoBinding} />
    </Card>
  );
}

interface DecidingProps extends AnswerProps {
  readonly kind: string;
  readonly none: string;
}

/** The rows behind an answer, or that there are none and a way to add one. */
function Deciding({ kind, service, rows, none }: DecidingProps) {
  const here = useHere();
  const definition = useDefinition(kind);
  if (definition === undefined) return null;
  return (
    <Group gap="xs" mt="sm" justify="space-between">
      {rows.length === 0 ? (
        <Quiet>{none}</Quiet>
      ) : (
        <div>
          {rows.map((row) => (
            <LinkTo key={String(row.id)} to={rowPath(here.slug, kind, String(row.id))} display="block">
              {ownName(definition, row)}
            </LinkTo>
          ))}
        </div>
      )}
      {kind === kindNames.deployPolicy && rows.length > 0 ? null : (
        <AddRow definition={definition} service={service} />
      )}
    </Group>
  );
}
