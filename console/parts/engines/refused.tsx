/** What engines do not take of a row, at its page and in lists, and what is said of a row that they take. */
import { Alert, List, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { Definition } from "../../../src/surfaces/console/definitions.ts";
import type { EngineRefusal, RowWarning } from "../../api/engine-shapes.ts";
import { useDefinitions } from "../../api/queries.ts";
import { kindNames } from "../../kinds/names.ts";
import { useHere } from "../../shell/session.ts";
import { Named } from "../cell.tsx";
import { pathOf, rowPath } from "../paths.ts";
import { RichText } from "../rich-text.tsx";
import { Faded, LinkIn } from "../text.tsx";
import { fieldWords, oneOf, words } from "../words.ts";
import * as texts from "./texts.ts";
import { useRenders } from "./use-renders.ts";

interface AboutRow {
  readonly definition: Definition;
  readonly id: string;
}

/** At a row's page: the engines that do not take it, each with why and the way out. */
export function RefusedHere({ definition, id }: AboutRow) {
  const here = useHere();
  const engines = (useRenders().data?.data ?? [])
    .map((render) => ({
      render,
      refusals: render.refusals.filter((one) => one.resource === definition.kind && one.id === id),
    }))
    .filter(({ refusals }) => refusals.length > 0);
  return engines.map(({ render: { connector_id, connector_type, name }, refusals }) => (
    <RowAlert
      key={connector_id}
      title={
        <RichText
          of={texts.connectorDoesNotTakeThis}
          connectorType={words(connector_type)}
          name={
            <LinkIn to={rowPath(here.slug, kindNames.connector, connector_id)} c="inherit">
              {name}
            </LinkIn>
          }
        />
      }
    >
      <List size="sm" spacing={6} listStyleType="none" className="inline">
        {refusals.map((refusal) => (
          <List.Item key={`${refusal.field} ${refusal.message}`} style={{ overflowWrap: "anywhere" }}>
            <Why definition={definition} refusal={refusal} />
          </List.Item>
        ))}
      </List>
      <Text size="xs" mt={6}>
        {texts.theRowIsValid}
      </Text>
    </RowAlert>
  ));
}

/** At a row's page: what it does that its settings do not show, and what to write. */
export function WarnedHere({ definition, id }: AboutRow) {
  const all: readonly RowWarning[] = useRenders().data?.warnings ?? [];
  const warnings = all.filter((one) => one.resource === definition.kind && one.id === id);
  if (warnings.length === 0) return null;
  return (
    <RowAlert title={texts.checkThis}>
      <List size="sm" spacing={6} listStyleType="none" className="inline">
        {warnings.map(({ field, message }) => (
          <List.Item key={`${field} ${message}`} style={{ overflowWrap: "anywhere" }}>
            <b>{fieldWords(definition, field)}</b> {message}.
          </List.Item>
        ))}
      </List>
    </RowAlert>
  );
}

/** Something to look at, at a row's page. */
function RowAlert({ title, children }: { readonly title: ReactNode; readonly children: ReactNode }) {
  return (
    <Alert
      color="yellow"
      mb="md"
      role="region"
      className="form"
      title={
        <Text span inherit c="var(--mantine-color-text)">
          {title}
        </Text>
      }
    >
      {children}
    </Alert>
  );
}

/** Rows that one engine does not take, each a link. */
export function RefusedRows({ refusals }: { readonly refusals: readonly EngineRefusal[] }) {
  const here = useHere();
  const { kinds } = useDefinitions();
  return (
    <List size="sm" spacing={8} listStyleType="none" className="inline">
      {refusals.map((refusal) => {
        const { resource, id, field, message } = refusal;
        const definition = kinds.find(({ kind }) => kind === resource);
        if (definition === undefined) return null;
        return (
          <List.Item key={`${resource}/${id} ${field} ${message}`} style={{ overflowWrap: "anywhere" }}>
            <Faded>{words(oneOf(definition))} </Faded>
            <LinkIn to={pathOf(here.slug, kinds, resource, id)}>
              <Named kind={resource} id={id} />
            </LinkIn>
            {" · "}
            <Why definition={definition} refusal={refusal} />
          </List.Item>
        );
      })}
    </List>
  );
}

interface WhyProps {
  readonly definition: Definition;
  readonly refusal: EngineRefusal;
}

function Why({ definition, refusal: { field, message, min_version } }: WhyProps) {
  return (
    <>
      <b>{fieldWords(definition, field)}</b>: {message}.
      {min_version === undefined ? null : texts.versionCanTakeIt(min_version)}
    </>
  );
}
