/** One row's page: a summary of what it is, and behind Edit the form that changes it. */
import { Alert, Group, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { type ReactNode, Suspense, useState } from "react";
import type { ReferenceField } from "../../../src/kernel/field.ts";
import { given } from "../../../src/kernel/given.ts";
import { sightOf } from "../../../src/kernel/staleness.ts";
import type { JsonObject } from "../../../src/kernel/validate.ts";
import type { Definition } from "../../../src/surfaces/console/definitions.ts";
import { Refused } from "../../api/client.ts";
import { type Row, rowQuery, useDefinition } from "../../api/queries.ts";
import { RowFormView } from "../../forms/row-form.tsx";
import { useRowForm } from "../../forms/use-row-form.ts";
import { CodeSoon } from "../../kinds/code/soon.tsx";
import type { PartProps } from "../../kinds/part-props.ts";
import { BackToList, Managed, ReadOnly, Saved, Sides } from "../../kinds/row-parts.tsx";
import { RowTabs } from "../../kinds/row-tabs.tsx";
import { specialOf } from "../../kinds/special.ts";
import { RowState, StateNow } from "../../kinds/state.tsx";
import { UsedBy, Uses } from "../../kinds/summary/connections.tsx";
import { InGit } from "../../kinds/summary/in-git.tsx";
import { LastChange } from "../../kinds/summary/last-change.tsx";
import { RowLink } from "../../kinds/summary/shown.tsx";
import { Summary } from "../../kinds/summary/summary.tsx";
import { TestsHere } from "../../kinds/tests-here.tsx";
import { useEditing } from "../../kinds/use-editing.ts";
import { hasFigures, OverTime } from "../../parts/charts/over-time.tsx";
import { LiveHere } from "../../parts/engines/live.tsx";
import { MadeUp } from "../../parts/engines/made-up.tsx";
import { RefusedHere, WarnedHere } from "../../parts/engines/refused.tsx";
import { Unmeasured } from "../../parts/engines/unmeasured.tsx";
import { later } from "../../parts/in-time.ts";
import { Loading } from "../../parts/loading.tsx";
import { Page, Rows, Soon } from "../../parts/page.tsx";
import { rowPath } from "../../parts/paths.ts";
import { UnseenHere } from "../../parts/proposals/unseen.tsx";
import { RichText } from "../../parts/rich-text.tsx";
import { Moment } from "../../parts/time.tsx";
import { nameOf, oneOf, words } from "../../parts/words.ts";
import { Missing } from "../../shell/missing.tsx";
import { useHere } from "../../shell/session.ts";
import { useVisited } from "../../shell/use-menu.ts";
import { RowActions } from "./actions.tsx";
import * as texts from "./texts.ts";

const Gone = later(() => import("./gone.tsx"), "Gone");

const NextStep = later(() => import("../../parts/first-steps/next-step.tsx"), "NextStep");

export function RowPage() {
  const { kind = "", id = "" } = useParams({ strict: false });
  const definition = useDefinition(kind);
  if (definition?.shape !== "collection") return <Missing what={texts.kind} />;
  return <Existing key={`${kind}/${id}`} definition={definition} id={id} />;
}

function Existing({ definition, id }: { readonly definition: Definition; readonly id: string }) {
  const here = useHere();
  const query = useQuery(rowQuery(here.slug, definition, id));
  const { data, error } = query;
  const [seen, setSeen] = useState(false);
  if (!seen && query.isSuccess && query.isFetchedAfterMount) setSeen(true);
  const gone = error instanceof Refused && error.status === 404;
  const deleted = (
    <Soon>
      <Gone definition={definition} id={id} above={<BackToList org={here.slug} definition={definition} />} />
    </Soon>
  );
  if (gone && !seen) return deleted;
  if (data === undefined) {
    return (
      <Page title={words(oneOf(definition))} above={<BackToList org={here.slug} definition={definition} />}>
        <div className="form">
          <Loading of={query} />
        </div>
      </Page>
    );
  }
  return <Loaded definition={definition} loaded={data} deleted={gone ? deleted : undefined} />;
}

interface LoadedProps {
  readonly definition: Definition;
  readonly loaded: Row;
  /** Its history, where it was deleted since the page was opened. */
  readonly deleted: ReactNode | undefined;
}

function Loaded({ definition, loaded, deleted }: LoadedProps) {
  const here = useHere();
  const [code, setCode] = useState(false);
  const { row } = loaded;
  const id = String(row.id);
  useVisited(rowPath(here.slug, definition.kind, id), nameOf(definition, row));
  const allowed = here.allows(definition.level);
  const form = useRowForm({ org: here.slug, definition, loaded, onSaved: () => editing.close() });
  const editing = useEditing(form, allowed && definition.verbs.includes("update"));
  const { Panel, stateInPanel = [], inLead } = specialOf(definition.kind);
  // What somebody typed outlives the row: another tab may have deleted it. Of one that was only read, its history is left.
  if (deleted !== undefined && !form.dirty) return deleted;
  const state = <RowState definition={definition} row={row} without={stateInPanel} />;
  return (
    <Page
      title={nameOf(definition, row)}
      above={<BackToList org={here.slug} definition={definition} />}
      about={
        <Group gap="xs">
          <About definition={definition} loaded={loaded} />
          <Saved form={form} editing={editing} />
        </Group>
      }
      action={
        <RowActions
          definition={definition}
          loaded={loaded}
          editing={editing}
          showCode={() => setCode(true)}
        />
      }
    >
      <RowTabs definition={definition} id={id} editing={editing.on}>
        {deleted === undefined ? null : <GoneNow definition={definition} />}
        {editing.on ? null : <Next definition={definition} row={row} />}
        <Notices definition={definition} row={row} />
        {editing.on ? null : <Lead definition={definition} loaded={loaded} form={form} />}
        <Sides
          main={
            editing.on ? (
              <RowFormView org={here.slug} definition={definition} form={form} close={editing.close} />
            ) : (
              <>
                {allowed ? null : <ReadOnly definition={definition} />}
                <Stack>
                  <Summary definition={definition} form={form} without={inLead ?? []} />
                  {Panel === undefined ? null : state}
                  <div className="cards">
                    <UsedBy definition={definition} loaded={loaded} />
                    <Uses definition={definition} loaded={loaded} />
                  </div>
                  <TestsHere definition={definition} id={id} />
                  <Charts definition={definition} id={id} />
                </Stack>
              </>
            )
          }
          side={
            <Stack>
              {Panel === undefined ? null : (
                <Suspense fallback={<Rows count={3} />}>
                  <Panel definition={definition} loaded={loaded} form={form} editing={editing.on} />
                </Suspense>
              )}
              {/* Below the settings where the kind shows something of its own here. */}
              {editing.on || Panel === undefined ? state : null}
              {editing.on ? null : <LastChange definition={definition} id={id} />}
              {editing.on ? null : <InGit definition={definition} id={id} />}
            </Stack>
          }
        />
      </RowTabs>
      <CodeSoon
        open={code}
        close={() => setCode(false)}
        subject={{ definition, row, etag: form.base?.etag, draft: form.draft }}
      />
    </Page>
  );
}

/** What is said of a row above it, while it is changed, too. */
function Notices({ definition, row }: { readonly definition: Definition; readonly row: JsonObject }) {
  const id = String(row.id);
  return (
    <>
      <UnseenHere kind={definition.kind} id={id} />
      <RefusedHere definition={definition} id={id} />
      <WarnedHere definition={definition} id={id} />
      <LiveHere definition={definition} />
      <Unmeasured definition={definition} row={row} />
      {sightOf(definition.fields) === undefined ? null : <MadeUp />}
    </>
  );
}

/** Of a row that is a step of the way on which an organization begins. */
function Next({ definition, row }: { readonly definition: Definition; readonly row: JsonObject }) {
  if (specialOf(definition.kind).firstStep === undefined) return null;
  return (
    <Soon>
      <NextStep definition={definition} row={row} />
    </Soon>
  );
}

function Lead(props: Omit<PartProps, "editing">) {
  const { Lead: Own } = specialOf(props.definition.kind);
  if (Own === undefined) return null;
  return (
    <Suspense fallback={<Rows count={3} />}>
      <Own {...props} editing={false} />
    </Suspense>
  );
}

function Charts({ definition, id }: { readonly definition: Definition; readonly id: string }) {
  const { inLead: without } = specialOf(definition.kind);
  return hasFigures(definition) ? <OverTime definition={definition} id={id} {...given({ without })} /> : null;
}

/** The row's state and owner, and when it was changed. */
function GoneNow({ definition }: Pick<LoadedProps, "definition">) {
  return (
    <Alert color="red" mb="md" title={texts.wasDeletedMeanwhile(oneOf(definition))}>
      {texts.whatYouTypedStays}
    </Alert>
  );
}

function About({ definition, loaded: { row, managedBy } }: Omit<LoadedProps, "deleted">) {
  return (
    <>
      <StateNow definition={definition} row={row} />
      <Owner definition={definition} row={row} />
      <span>
        <RichText of={texts.changed} moment={<Moment at={row.updated_at as string} />} />
      </span>
      <Managed set={managedBy} />
    </>
  );
}

/** The team that answers for the row, where it has one. */
function Owner({ definition, row }: { readonly definition: Definition; readonly row: JsonObject }) {
  const owning = Object.entries(definition.fields).find(
    (entry): entry is [string, ReferenceField] => entry[1].type === "reference" && entry[1].owner === true,
  );
  const id = owning === undefined ? null : row[owning[0]];
  if (owning === undefined || typeof id !== "string") return null;
  return (
    <span>
      <RichText of={texts.ownedBy} rowLink={<RowLink kind={owning[1].to} id={id} />} />
    </span>
  );
}
