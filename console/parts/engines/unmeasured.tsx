/** That nobody measures a row, since when, and the step that leads on. */
import { Text } from "@mantine/core";
import { Fragment } from "react";
import type { JsonObject } from "../../../src/kernel/validate.ts";
import type { Definition } from "../../../src/surfaces/console/definitions.ts";
import type { Render } from "../../api/engine-shapes.ts";
import { kindNames } from "../../kinds/names.ts";
import { useHere } from "../../shell/session.ts";
import { kindPath, rowPath } from "../paths.ts";
import { RichText } from "../rich-text.tsx";
import { LinkIn } from "../text.tsx";
import { readable, useTimeZone } from "../time.tsx";
import { isOff } from "../tones.ts";
import * as texts from "./texts.ts";
import { useEvaluators } from "./use-evaluators.ts";

interface UnmeasuredProps {
  readonly definition: Definition;
  readonly row: JsonObject;
}

/** Nothing where the row is switched off, or its state is known. */
export function Unmeasured({ definition: { kind, fields }, row }: UnmeasuredProps) {
  const zone = useTimeZone();
  const { status_reason: reason } = row;
  if (isOff(fields, row) || typeof reason !== "string") return null;
  return (
    <Text size="sm" mb="md" component="p" role="status">
      {readable(reason, zone)} <OneStep kind={kind} id={String(row.id)} />
    </Text>
  );
}

/**
 * What leads on: an engine to connect; the agent of the one that evaluates the row; or, where none does yet, the engines
 * that could.
 */
function OneStep({ kind, id }: { readonly kind: string; readonly id: string }) {
  const here = useHere();
  const { engines, right } = useEvaluators(kind, id);
  if (engines === undefined) return null;
  if (right !== undefined) return <Engine render={right} />;
  if (engines.length === 0)
    return here.allows("admin") ? (
      <LinkIn to={`/o/${here.slug}/prometheus`}>{texts.connectYourPrometheus}</LinkIn>
    ) : (
      <LinkIn to={kindPath(here.slug, kindNames.connector)}>{texts.seeTheConnectors}</LinkIn>
    );
  const [only, ...others] = engines;
  if (only !== undefined && others.length === 0) return <Engine render={only} />;
  return (
    <RichText
      of={texts.enginesThatCould}
      words={engines.map((render, index) => (
        <Fragment key={render.connector_id}>
          {index === 0 ? null : ", "}
          <LinkIn to={rowPath(here.slug, kindNames.connector, render.connector_id)}>{render.name}</LinkIn>
        </Fragment>
      ))}
    />
  );
}

function Engine({ render: { connector_id, applied, name } }: { readonly render: Render }) {
  const here = useHere();
  return (
    <LinkIn to={rowPath(here.slug, kindNames.connector, connector_id)}>
      {applied === null ? texts.startTheAgentOf(name) : texts.see(name)}
    </LinkIn>
  );
}
