/** One row's page, and the page on which a new one is made. */
import { Anchor, Button, Grid, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { maxInteger } from "../../src/kernel/field.ts";
import type { Definition } from "../../src/surfaces/console/definitions.ts";
import { Refused } from "../api/client.ts";
import { countsQuery, type Row, rowQuery, useDefinition } from "../api/queries.ts";
import { copiedFrom } from "../forms/copied.ts";
import type { Draft } from "../forms/draft.ts";
import { RowFormView } from "../forms/row-form.tsx";
import { useRowForm } from "../forms/use-row-form.ts";
import { fieldParts } from "../kinds/field-parts.ts";
import { LiveHere } from "../kinds/live.tsx";
import { rowParts } from "../kinds/parts.ts";
import { RefusedHere } from "../kinds/refused.tsx";
import { later } from "../parts/in-time.ts";
import { Managed } from "../parts/managed.tsx";
import { Page, Rows, Soon } from "../parts/page.tsx";
import { kindPath, newPath, rowPath } from "../parts/paths.ts";
import { type Again, Refusal } from "../parts/refusal.tsx";
import { Moment } from "../parts/time.tsx";
import { nameOf, oneOf, roleFor, words } from "../parts/words.ts";
import { Missing } from "../shell/missing.tsx";
import { useHere } from "../shell/session.ts";
import { DeleteDialog } from "./delete-dialog.tsx";
import { RowTabs } from "./row-tabs.tsx";
import { hasState, RowState } from "./state.tsx";

const CodePanel = later(async () => (await import("../code/panel.tsx")).CodePanel);
const Gone = later(async () => (await import("./gone.tsx")).Gone);

export function NewRowPage() {
  const { kind = "" } = useParams({ strict: false });
  const { from } = useSearch({ strict: false }) as { from?: string };
  const definition = useDefinition(kind);
  if (definition?.shape !== "collection") return <Missing what="kind" />;
  return from === undefined ? (
    <NewRow key={kind} definition={definition} />
  ) : (
    <Copy key={`${kind}/${from}`} definition={definition} from={from} />
  );
}

/** A new row that begins as another one is when the page is opened. */
function Copy({ definition, from }: { readonly definition: Definition; readonly from: string }) {
  const here = useHere();
  const query = useQuery(rowQuery(here.slug, definition, from));
  const [original, setOriginal] = useState(query.data);
  if (original === undefined && query.data !== undefined) setOriginal(query.data);
  if (query.error instanceof Refused && query.error.status === 404)
    return <Missing what={oneOf(definition)} />;
  if (original === undefined) return <Opening definition={definition} query={query} />;
  return <NewRow definition={definition} copied={copiedFrom(definition, original.row)} />;
}

interface NewRowProps {
  readonly definition: Definition;
  /** What it begins with, where it is made after another one. */
  readonly copied?: Draft;
}

function NewRow({ definition, copied = {} }: NewRowProps) {
  const here = useHere();
  const ordered = definition.order === "position";
  const asks = ordered && here.allows(definition.level);
  const counts = useQuery({ ...countsQuery(here.slug), enabled: asks, staleTime: 0 });
  // The last position as it is when the page is opened: it must not move under what somebody writes.
  const [last, setLast] = useState<number | null>();
  if (last === undefined && counts.isFetchedAfterMount && counts.error === null)
    setLast(counts.data?.get(definition.kind)?.last_position ?? null);
  if (!asks) return <Fresh definition={definition} copied={copied} />;
  if (last === undefined) return <Opening definition={definition} query={counts} />;
  return <Fresh definition={definition} copied={copied} last={last ?? undefined} />;
}

/** While what a new row begins with is read. */
function Opening({
  definition,
  query,
}: {
  readonly definition: Definition;
  readonly query: Again & { readonly error: unknown };
}) {
  const here = useHere();
  return (
    <Page title={`New ${oneOf(definition)}`} above={<Back org={here.slug} definition={definition} />}>
      <div className="form">
        {query.error === null ? <Rows /> : <Refusal error={query.error} again={query} />}
      </div>
    </Page>
  );
}

interface FreshProps {
  readonly definition: Definition;
  readonly copied: Draft;
  /** The present last position, where rows are in order of it: a new one goes behind it. */
  readonly last?: number | undefined;
}

function Fresh({ definition, copied, last }: FreshProps) {
  const here = useHere();
  const go = useNavigate();
  const [code, setCode] = useState(false);
  const [behind] = useState(last);
  const form = useRowForm({
    org: here.slug,
    definition,
    loaded: undefined,
    start: behind === undefined ? copied : { ...copied, position: Math.min(behind + 1, maxInteger) },
    onSaved: (row) => void go({ to: rowPath(here.slug, definition.kind, String(row.id)) }),
  });
  if (!here.allows(definition.level)) {
    return (
      <Page title={`New ${oneOf(definition)}`}>
        <Text>Creating one needs the role {roleFor(definition)}.</Text>
      </Page>
    );
  }
  return (
    <Page
      title={`New ${oneOf(definition)}`}
      about={definition.description}
      above={<Back org={here.slug} definition={definition} />}
      action={
        <Button variant="default" onClick={() => setCode(true)}>
          Show as code
        </Button>
      }
    >
      {behind === undefined ? null : (
        <Text size="sm" mb="md" className="form">
          It goes last, at position {behind + 1}. Give it a lower position to move it up.
        </Text>
      )}
      <RowFormView
        org={here.slug}
        definition={definition}
        form={form}
        readOnly={false}
        below={fieldParts[definition.kind]}
      />
      <Soon>
        {code ? (
          <CodePanel
            close={() => setCode(false)}
            subject={{ definition, row: undefined, etag: undefined, draft: { ...form.start, ...form.draft } }}
          />
        ) : null}
      </Soon>
    </Page>
  );
}

export function RowPage() {
  const { kind = "", id = "" } = useParams({ strict: false });
  const definition = useDefinition(kind);
  if (definition?.shape !== "collection") return <Missing what="kind" />;
  return <Existing key={`${kind}/${id}`} definition={definition} id={id} />;
}

function Existing({ definition, id }: { readonly definition: Definition; readonly id: string }) {
  const here = useHere();
  const query = useQuery(rowQuery(here.slug, definition, id));
  const { data, error } = query;
  if (error instanceof Refused && error.status === 404) {
    return (
      <Soon>
        <Gone definition={definition} id={id} above={<Back org={here.slug} definition={definition} />} />
      </Soon>
    );
  }
  if (data === undefined) {
    return (
      <Page title={words(oneOf(definition))} above={<Back org={here.slug} definition={definition} />}>
        <div className="form">{error === null ? <Rows /> : <Refusal error={error} again={query} />}</div>
      </Page>
    );
  }
  return <Loaded definition={definition} loaded={data} />;
}

function Loaded({ definition, loaded }: { readonly definition: Definition; readonly loaded: Row }) {
  const here = useHere();
  const [code, setCode] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const go = useNavigate();
  const form = useRowForm({ org: here.slug, definition, loaded, onSaved: () => {} });
  const allowed = here.allows(definition.level);
  const readOnly = !allowed || !definition.verbs.includes("update");
  const part = rowParts[definition.kind];
  const { row } = loaded;
  const duplicate = () =>
    void go({ to: newPath(here.slug, definition.kind), search: { from: String(row.id) } });
  return (
    <Page
      title={nameOf(definition, row)}
      above={<Back org={here.slug} definition={definition} />}
      about={
        <Group gap={6}>
          <span className="mono">{String(row.id)}</span> · changed <Moment at={row.updated_at as string} />
          <Managed set={loaded.managedBy} />
        </Group>
      }
      action={
        <Group gap="xs">
          {allowed && definition.verbs.includes("delete") ? (
            <Button
              variant="subtle"
              c="var(--mantine-color-error)"
              color="red"
              onClick={() => setDeleting(true)}
            >
              Delete
            </Button>
          ) : null}
          {allowed && definition.verbs.includes("create") ? (
            <Button variant="default" onClick={duplicate}>
              Duplicate
            </Button>
          ) : null}
          <Button variant="default" onClick={() => setCode(true)}>
            Show as code
          </Button>
        </Group>
      }
    >
      <RowTabs definition={definition} id={String(row.id)}>
        <RefusedHere definition={definition} id={String(row.id)} />
        <LiveHere definition={definition} />
        <Grid gap="xl">
          <Grid.Col span={{ base: 12, lg: 8 }} order={{ base: 2, lg: 1 }}>
            {allowed ? null : (
              <Text size="sm" c="dimmed" mb="md">
                You can read this. Changing it needs the role {roleFor(definition)}.
              </Text>
            )}
            <RowFormView
              org={here.slug}
              definition={definition}
              form={form}
              readOnly={readOnly}
              below={fieldParts[definition.kind]}
            />
          </Grid.Col>
          {part === undefined && !hasState(definition) ? null : (
            <Grid.Col span={{ base: 12, lg: 4 }} order={{ base: 1, lg: 2 }}>
              <Stack>
                {part === undefined ? null : (
                  <Suspense fallback={<Rows count={3} />}>
                    <part.Panel definition={definition} loaded={loaded} form={form} />
                  </Suspense>
                )}
                <RowState definition={definition} row={row} without={part?.stateWithout ?? []} />
              </Stack>
            </Grid.Col>
          )}
        </Grid>
      </RowTabs>
      {deleting ? (
        <DeleteDialog
          org={here.slug}
          definition={definition}
          loaded={loaded}
          close={() => setDeleting(false)}
        />
      ) : null}
      <Soon>
        {code ? (
          <CodePanel
            close={() => setCode(false)}
            subject={{ definition, row, etag: form.base?.etag, draft: form.draft }}
          />
        ) : null}
      </Soon>
    </Page>
  );
}

function Back({ org, definition }: { readonly org: string; readonly definition: Definition }) {
  return (
    <Anchor component={Link} to={kindPath(org, definition.kind)} size="sm">
      ← {definition.title}
    </Anchor>
  );
}
