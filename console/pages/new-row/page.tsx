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
import { useBeginning } from "../../forms/use-beginning.ts";
import { useRowForm } from "../../forms/use-row-form.ts";
import { offersOf, otherMark } from "../../forms/vendors/offers.ts";
import { VendorTiles } from "../../forms/vendors/tiles.tsx";
import { CodeSoon } from "../../kinds/code/soon.tsx";
import { BackToList } from "../../kinds/row-parts.tsx";
import type { Job, Special } from "../../kinds/special-type.ts";
import { useSpecial } from "../../kinds/use-special.ts";
import { PlainButton } from "../../parts/buttons.tsx";
import { Page, Rows, Soon } from "../../parts/page.tsx";
import { newPath, rowPath } from "../../parts/paths.ts";
import { type Again, Refusal } from "../../parts/refusal.tsx";
import { LinkTo } from "../../parts/text.tsx";
import { introOf, oneOf, roleFor } from "../../parts/words.ts";
import { Missing } from "../../shell/missing.tsx";
import { useHere } from "../../shell/session.ts";
import * as texts from "./texts.ts";

export function NewRowPage() {
  const { kind = "" } = useParams({ strict: false });
  const search = useSearch({ strict: false }) as Readonly<Record<string, string>>;
  const { from } = search;
  const definition = useDefinition(kind);
  if (definition?.shape !== "collection") return <Missing what={texts.kind} />;
  if (from !== undefined) return <Copy key={`${kind}/${from}`} definition={definition} from={from} />;
  const settled = prefilledFrom(definition, search);
  return search[otherMark] === undefined ? (
    <NewRow key={JSON.stringify([kind, search])} definition={definition} settled={settled} />
  ) : (
    <Form key={kind} definition={definition} settled={settled} />
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
  return <Form definition={definition} settled={copiedFrom(definition, original.row)} />;
}

interface NewRowProps {
  readonly definition: Definition;
  /** What it begins with, where it is made after another one or its address says so. */
  readonly settled: Draft;
}

/** Of a kind with vendors their tiles come first, unless the address says which one. */
function NewRow(props: NewRowProps) {
  const { definition, settled } = props;
  const here = useHere();
  const { ownForms = {}, SetUp } = useSpecial(definition.kind);
  const offers = here.allows(definition.level) ? offersOf(here.slug, definition, settled, ownForms) : [];
  const steps = SetUp !== undefined && here.allows(definition.level);
  if (offers.length === 0 && !steps) return <Form {...props} />;
  return (
    <Page
      title={texts.newOne(oneOf(definition))}
      about={introOf(definition.description)}
      above={<BackToList org={here.slug} definition={definition} />}
    >
      {steps ? (
        <Soon>
          <SetUp {...props} />
        </Soon>
      ) : (
        <VendorTiles offers={offers} />
      )}
    </Page>
  );
}

function Form({ definition, settled }: NewRowProps) {
  const { beginning, behind, query } = useBeginning(definition, settled);
  if (beginning === undefined) return <Opening definition={definition} query={query} />;
  return <Fresh definition={definition} start={beginning} behind={behind} />;
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
    <Page
      title={texts.newOne(oneOf(definition))}
      above={<BackToList org={here.slug} definition={definition} />}
    >
      <div className="form">
        {query.error === null ? <Rows /> : <Refusal error={query.error} again={query} />}
      </div>
    </Page>
  );
}

/** The job that the beginning is of: the last one that says as much, since the first says nothing. */
function jobOf({ jobs = [] }: Special, start: Draft): Job | undefined {
  return jobs.findLast(({ begins }) =>
    Object.entries(begins).every(([name, value]) => start[name] === value),
  );
}

interface FreshProps {
  readonly definition: Definition;
  readonly start: Draft;
  /** Its position, where rows are in order of it: behind the last one. */
  readonly behind: { readonly position?: number };
}

function Fresh({ definition, start, behind }: FreshProps) {
  const here = useHere();
  const go = useNavigate();
  const [code, setCode] = useState(false);
  const job = jobOf(useSpecial(definition.kind), start);
  const title = job?.title ?? texts.newOne(oneOf(definition));
  const form = useRowForm({
    org: here.slug,
    definition,
    loaded: undefined,
    start,
    onSaved: (row) => void go({ to: rowPath(here.slug, definition.kind, String(row.id)) }),
  });
  if (!here.allows(definition.level)) {
    return (
      <Page title={title}>
        <Text>{texts.creatingOneNeedsTheRole(roleFor(definition))}</Text>
      </Page>
    );
  }
  return (
    <Page
      title={title}
      about={job?.about ?? introOf(definition.description)}
      above={<BackToList org={here.slug} definition={definition} />}
      action={<PlainButton onClick={() => setCode(true)}>{texts.showAsCode}</PlainButton>}
    >
      {behind.position === undefined ? null : (
        <Text size="sm" mb="md" className="form">
          {texts.itGoesLastAtPosition(behind.position)}
        </Text>
      )}
      <RowFormView
        org={here.slug}
        definition={definition}
        form={form}
        job={job}
        another={<LinkTo to={newPath(here.slug, definition.kind)}>{texts.chooseAnother}</LinkTo>}
      />
      <CodeSoon
        open={code}
        close={() => setCode(false)}
        subject={{ definition, row: undefined, etag: undefined, draft: { ...form.start, ...form.draft } }}
      />
    </Page>
  );
}
