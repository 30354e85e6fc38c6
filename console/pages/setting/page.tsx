/** A setting, of which an organization has one: a summary, and behind Edit its form. */
import { Button, Group, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import type { Definition } from "../../../src/surfaces/console/definitions.ts";
import { type Row, rowQuery } from "../../api/queries.ts";
import type { RowForm } from "../../forms/form-state.ts";
import { RowFormView } from "../../forms/row-form.tsx";
import { useRowForm } from "../../forms/use-row-form.ts";
import { ReadOnly } from "../../kinds/read-only.tsx";
import { RowTabs } from "../../kinds/row-tabs.tsx";
import { Saved } from "../../kinds/saved.tsx";
import { Sides } from "../../kinds/sides.tsx";
import { specialOf } from "../../kinds/special.ts";
import { RowState } from "../../kinds/state.tsx";
import { Uses } from "../../kinds/summary/connections.tsx";
import { LastChange } from "../../kinds/summary/last-change.tsx";
import { Summary } from "../../kinds/summary/summary.tsx";
import { type Editing, useEditing } from "../../kinds/use-editing.ts";
import { later } from "../../parts/in-time.ts";
import { Managed } from "../../parts/managed.tsx";
import { Page, Rows, Soon } from "../../parts/page.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { Moment } from "../../parts/time.tsx";
import { useHere } from "../../shell/session.ts";

const CodePanel = later(async () => (await import("../../kinds/code/panel.tsx")).CodePanel);

export function SettingPage({ definition }: { readonly definition: Definition }) {
  const here = useHere();
  const query = useQuery(rowQuery(here.slug, definition, definition.kind));
  const { data, error } = query;
  if (data === undefined) {
    return (
      <Page title={definition.title} about={definition.description}>
        <div className="form">{error === null ? <Rows /> : <Refusal error={error} again={query} />}</div>
      </Page>
    );
  }
  return <Loaded definition={definition} loaded={data} />;
}

interface LoadedProps {
  readonly definition: Definition;
  readonly loaded: Row;
}

function Loaded({ definition, loaded }: LoadedProps) {
  const here = useHere();
  const [code, setCode] = useState(false);
  const allowed = here.allows(definition.level);
  const form = useRowForm({ org: here.slug, definition, loaded, onSaved: () => editing.close() });
  const editing = useEditing(form, allowed && definition.verbs.includes("update"));
  return (
    <Page
      title={definition.title}
      about={
        <>
          {definition.description}{" "}
          {loaded.row.updated_at === null ? (
            "Not saved yet: these are the defaults."
          ) : (
            <>
              Saved <Moment at={loaded.row.updated_at as string} />.
            </>
          )}{" "}
          <Managed set={loaded.managedBy} /> <Saved form={form} editing={editing} />
        </>
      }
      action={
        <Group gap="xs">
          <Button variant="default" onClick={() => setCode(true)}>
            Show as code
          </Button>
          {editing.may && !editing.on ? (
            <Button ref={editing.button} onClick={editing.open}>
              Edit
            </Button>
          ) : null}
        </Group>
      }
    >
      {allowed ? null : <ReadOnly definition={definition} />}
      <RowTabs definition={definition} id={definition.kind} editing={editing.on}>
        <Body definition={definition} loaded={loaded} form={form} editing={editing} />
      </RowTabs>
      <Soon>
        {code ? (
          <CodePanel
            close={() => setCode(false)}
            subject={{ definition, row: loaded.row, etag: form.base?.etag, draft: form.draft }}
          />
        ) : null}
      </Soon>
    </Page>
  );
}

interface BodyProps extends LoadedProps {
  readonly form: RowForm;
  readonly editing: Editing;
}

function Body(props: BodyProps) {
  const { definition, loaded, form, editing } = props;
  const { SettingPage: Whole, Panel } = specialOf(definition.kind);
  if (Whole !== undefined)
    return (
      <Suspense fallback={<Rows />}>
        <Whole definition={definition} loaded={loaded} form={form} editing={editing.on} />
      </Suspense>
    );
  return (
    <Sides
      main={<Main {...props} />}
      side={
        <Stack>
          {Panel === undefined ? null : (
            <Suspense fallback={<Rows count={3} />}>
              <Panel definition={definition} loaded={loaded} form={form} editing={editing.on} />
            </Suspense>
          )}
          <RowState definition={definition} row={loaded.row} />
          {editing.on ? null : <LastChange definition={definition} id={definition.kind} />}
        </Stack>
      }
    />
  );
}

function Main({ definition, loaded, form, editing }: BodyProps) {
  const here = useHere();
  const { SettingBody: Own } = specialOf(definition.kind);
  if (Own !== undefined)
    return (
      <Suspense fallback={<Rows />}>
        <Own definition={definition} loaded={loaded} form={form} editing={editing.on} close={editing.close} />
      </Suspense>
    );
  return editing.on ? (
    <RowFormView org={here.slug} definition={definition} form={form} close={editing.close} />
  ) : (
    <Stack>
      <Summary definition={definition} form={form} />
      <Uses definition={definition} loaded={loaded} />
    </Stack>
  );
}
