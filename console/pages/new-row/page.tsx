/** The page on which a new row is made. */
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import type { Definition } from "../../../src/surfaces/console/definitions.ts";
import { Refused } from "../../api/client.ts";
import { rowQuery, useDefinition } from "../../api/queries.ts";
import type { Draft } from "../../forms/draft.ts";
import { copiedFrom, prefilledFrom } from "../../forms/prefilled.ts";
import { RowFormView } from "../../forms/row-form.tsx";
import { useLastPosition } from "../../forms/use-last-position.ts";
import { useRowForm } from "../../forms/use-row-form.ts";
import { CodeSoon } from "../../kinds/code/soon.tsx";
import { BackToList } from "../../kinds/row-parts.tsx";
import { PlainButton } from "../../parts/buttons.tsx";
import { Page, Rows } from "../../parts/page.tsx";
import { rowPath } from "../../parts/paths.ts";
import { type Again, Refusal } from "../../parts/refusal.tsx";
import { oneOf, roleFor } from "../../parts/words.ts";
import { Missing } from "../../shell/missing.tsx";
import { useHere } from "../../shell/session.ts";

export function NewRowPage() {
  const { kind = "" } = useParams({ strict: false });
  const search = useSearch({ strict: false }) as { from?: string };
  const { from } = search;
  const definition = useDefinition(kind);
  if (definition?.shape !== "collection") return <Missing what="kind" />;
  return from === undefined ? (
    <NewRow key={kind} definition={definition} copied={prefilledFrom(definition, search)} />
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
  /** What it begins with, where it is made after another one or its address says so. */
  readonly copied?: Draft;
}

function NewRow({ definition, copied = {} }: NewRowProps) {
  const { last, query } = useLastPosition(definition);
  if (last === undefined) return <Opening definition={definition} query={query} />;
  return <Fresh definition={definition} copied={copied} behind={last} />;
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
    <Page title={`New ${oneOf(definition)}`} above={<BackToList org={here.slug} definition={definition} />}>
      <div className="form">
        {query.error === null ? <Rows /> : <Refusal error={query.error} again={query} />}
      </div>
    </Page>
  );
}

interface FreshProps {
  readonly definition: Definition;
  readonly copied: Draft;
  /** Its position, where rows are in order of it: behind the last one. */
  readonly behind: { readonly position?: number };
}

function Fresh({ definition, copied, behind }: FreshProps) {
  const here = useHere();
  const go = useNavigate();
  const [code, setCode] = useState(false);
  const form = useRowForm({
    org: here.slug,
    definition,
    loaded: undefined,
    start: { ...copied, ...behind },
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
      above={<BackToList org={here.slug} definition={definition} />}
      action={<PlainButton onClick={() => setCode(true)}>Show as code</PlainButton>}
    >
      {behind.position === undefined ? null : (
        <Text size="sm" mb="md" className="form">
          It goes last, at position {behind.position}. Give it a lower position to move it up.
        </Text>
      )}
      <RowFormView org={here.slug} definition={definition} form={form} />
      <CodeSoon
        open={code}
        close={() => setCode(false)}
        subject={{ definition, row: undefined, etag: undefined, draft: { ...form.start, ...form.draft } }}
      />
    </Page>
  );
}
