/** A setting, of which an organization has one: a summary, and behind Edit its form. */
import { Button, Group, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import type { Definition } from "../../../src/surfaces/console/definitions.ts";
import { type Row, rowQuery } from "../../api/queries.ts";
import type { RowForm } from "../../forms/form-state.ts";
import { RowFormView } from "../../forms/row-form.tsx";
import { useRowForm } from "../../forms/use-row-form.ts";
import { CodeSoon } from "../../kinds/code/soon.tsx";
import { Managed, ReadOnly, Saved, Sides } from "../../kinds/row-parts.tsx";
import { RowTabs } from "../../kinds/row-tabs.tsx";
import { specialOf } from "../../kinds/special.ts";
import { RowState } from "../../kinds/state.tsx";
import { Uses } from "../../kinds/summary/connections.tsx";
import { InGit } from "../../kinds/summary/in-git.tsx";
import { LastChange } from "../../kinds/summary/last-change.tsx";
import { Summary } from "../../kinds/summary/summary.tsx";
import { type Editing, useEditing } from "../../kinds/use-editing.ts";
import { PlainButton } from "../../parts/buttons.tsx";
import { Loading } from "../../parts/loading.tsx";
import { Page, Rows } from "../../parts/page.tsx";
import { UnseenHere } from "../../parts/proposals/unseen.tsx";
import { RichText } from "../../parts/rich-text.tsx";
import { Moment } from "../../parts/time.tsx";
import { introOf } from "../../parts/words.ts";
import { useHere } from "../../shell/session.ts";
import * as texts from "./texts.ts";

export function SettingPage({ definition }: { readonly definition: Definition }) {
  const here = useHere();
  const query = useQuery(rowQuery(here.slug, definition, definition.kind));
  const { data } = query;
  if (data === undefined) {
    return (
      <Page title={definition.title} about={introOf(definition.description)}>
        <div className="form">
          <Loading of={query} />
        </div>
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
          {introOf(definition.description)}{" "}
          {loaded.row.updated_at === null ? (
            texts.notSavedYetThese
          ) : (
            <RichText of={texts.saved} moment={<Moment at={loaded.row.updated_at as string} />} />
          )}{" "}
          <Managed set={loaded.managedBy} /> <Saved form={form} editing={editing} />
        </>
      }
      action={
        <Group gap="xs">
          <PlainButton onClick={() => setCode(true)}>{texts.showAsCode}</PlainButton>
          {editing.may && !editing.on ? (
            <Button ref={editing.button} onClick={editing.open}>
              {texts.edit}
            </Button>
          ) : null}
        </Group>
      }
    >
      {allowed ? null : <ReadOnly definition={definition} />}
      <RowTabs definition={definition} id={definition.kind} editing={editing.on}>
        <UnseenHere kind={definition.kind} id={definition.kind} />
        <Body definition={definition} loaded={loaded} form={form} editing={editing} />
      </RowTabs>
      <CodeSoon
        open={code}
        close={() => setCode(false)}
        subject={{ definition, row: loaded.row, etag: form.base?.etag, draft: form.draft }}
      />
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
          {editing.on ? null : <InGit definition={definition} id={definition.kind} />}
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
