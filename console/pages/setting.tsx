/** A setting: one form for the whole organization. */
import { Button, Grid, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import type { Definition } from "../../src/surfaces/console/definitions.ts";
import { type Row, rowQuery } from "../api/queries.ts";
import { RowFormView } from "../forms/row-form.tsx";
import { useRowForm } from "../forms/use-row-form.ts";
import { settingParts } from "../kinds/parts.ts";
import { later } from "../parts/in-time.ts";
import { Managed } from "../parts/managed.tsx";
import { Page, Rows, Soon } from "../parts/page.tsx";
import { Refusal } from "../parts/refusal.tsx";
import { Moment } from "../parts/time.tsx";
import { roleFor } from "../parts/words.ts";
import { useHere } from "../shell/session.ts";
import { RowTabs } from "./row-tabs.tsx";
import { RowState } from "./state.tsx";

const CodePanel = later(async () => (await import("../code/panel.tsx")).CodePanel);

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

function Loaded({ definition, loaded }: { readonly definition: Definition; readonly loaded: Row }) {
  const here = useHere();
  const [code, setCode] = useState(false);
  const form = useRowForm({ org: here.slug, definition, loaded, onSaved: () => {} });
  const updates = definition.verbs.includes("update");
  const readOnly = !here.allows(definition.level) || !updates;
  const Part = settingParts[definition.kind];
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
          <Managed set={loaded.managedBy} />
        </>
      }
      action={
        <Button variant="default" onClick={() => setCode(true)}>
          Show as code
        </Button>
      }
    >
      {!here.allows(definition.level) ? (
        <Text size="sm" c="dimmed" mb="md">
          You can read this. Changing it needs the role {roleFor(definition)}.
        </Text>
      ) : null}
      <RowTabs definition={definition} id={definition.kind}>
        <Grid gap="xl">
          <Grid.Col span={{ base: 12, lg: 8 }}>
            {Part === undefined ? (
              <RowFormView org={here.slug} definition={definition} form={form} readOnly={readOnly} />
            ) : (
              <Suspense fallback={<Rows />}>
                <Part definition={definition} form={form} readOnly={readOnly} loaded={loaded} />
              </Suspense>
            )}
          </Grid.Col>
          <Grid.Col span={{ base: 12, lg: 4 }}>
            {Part === undefined ? <RowState definition={definition} row={loaded.row} /> : null}
          </Grid.Col>
        </Grid>
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
