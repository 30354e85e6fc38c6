/** The whole set-up as one file, seen before it is kept. */
import { Button, Group, MultiSelect, SegmentedControl } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { figure } from "../../../src/kernel/readable.ts";
import type { Definitions } from "../../../src/surfaces/console/definitions.ts";
import { namedActions } from "../../api/calls.ts";
import { fileQuery, useDefinitions } from "../../api/queries.ts";
import { CodeBlock } from "../../parts/code-block.tsx";
import { CopyButton } from "../../parts/copy.tsx";
import { Loading } from "../../parts/loading.tsx";
import { Page } from "../../parts/page.tsx";
import { saveFile } from "../../parts/save-file.ts";
import { Quiet } from "../../parts/text.tsx";
import { useHere } from "../../shell/session.ts";
import * as texts from "./texts.ts";

/** More than this is downloaded rather than read. */
const previewLines = 2_000;

/** What the formats are for; one that is not here is shown by its name. */
const titles: Readonly<Record<string, string>> = {
  hcl: texts.terraform,
  json: texts.bundle,
  openslo: texts.openslo,
};

export function ExportPage() {
  const here = useHere();
  const { kinds, actions } = useDefinitions();
  const { resource = "", format } = useSearch({ strict: false }) as { resource?: string; format?: string };
  const go = useNavigate();
  const formats = formatsOf(actions);
  const chosen = format ?? formats[0] ?? "";
  const search = (changed: { resource?: string; format?: string }) => {
    const next = { resource, format: chosen, ...changed };
    return go({
      to: ".",
      search: {
        ...(next.resource === "" ? {} : { resource: next.resource }),
        ...(next.format === formats[0] ? {} : { format: next.format }),
      },
      replace: true,
    });
  };
  const query = useQuery({
    ...fileQuery(here.slug, namedActions.export, {
      format: chosen,
      ...(resource === "" ? {} : { resource }),
    }),
    gcTime: 0,
  });
  const { data } = query;
  const text = data?.text ?? "";
  const filename = data?.filename ?? "";
  return (
    <Page
      title={texts.exportNow}
      about={texts.theWholeConfigurationAsOne}
      action={
        <Group gap="xs">
          <CopyButton value={text} />
          <Button onClick={() => saveFile(text, filename)} disabled={data === undefined}>
            {texts.download(filename)}
          </Button>
        </Group>
      }
    >
      <SegmentedControl
        aria-label={texts.format}
        mb="sm"
        value={chosen}
        onChange={(value) => search({ format: value })}
        data={formats.map((name) => ({ value: name, label: titles[name] ?? name }))}
      />
      <MultiSelect
        aria-label={texts.kindsToExport}
        placeholder={resource === "" ? texts.everyKind : ""}
        searchable
        clearable
        clearButtonProps={{ "aria-label": texts.clear }}
        mb="md"
        className="form"
        data={kinds.map(({ kind, title }) => ({ value: kind, label: title }))}
        value={resource === "" ? [] : resource.split(",")}
        onChange={(values) => search({ resource: values.join(",") })}
      />
      <Loading of={query} count={10} />
      {data === undefined ? null : <FileShown text={text} />}
    </Page>
  );
}

function FileShown({ text }: { readonly text: string }) {
  const lines = text.split("\n");
  return (
    <>
      <CodeBlock label={texts.theFile} style={{ maxHeight: "70vh", overflowY: "auto" }}>
        {lines.slice(0, previewLines).join("\n")}
      </CodeBlock>
      <Quiet mt="xs">
        {lines.length > previewLines
          ? texts.theFirstOfLines(previewLines, figure(lines.length))
          : texts.lines(figure(lines.length))}
      </Quiet>
    </>
  );
}

/** The first of them is the one that the service takes where none is named. */
function formatsOf(actions: Definitions["actions"]): readonly string[] {
  const field = actions.find(({ name }) => name === namedActions.export)?.fields.format;
  return field?.type === "choice" ? field.choices : [];
}
