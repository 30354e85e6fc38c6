/** The whole set-up as one Terraform file, seen before it is kept. */

import { Button, Group, MultiSelect, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { namedActions } from "../api/calls.ts";
import { readQuery, useDefinitions } from "../api/queries.ts";
import { CodeBlock } from "../parts/code-block.tsx";
import { CopyButton } from "../parts/copy.tsx";
import { Page, Rows } from "../parts/page.tsx";
import { Refusal } from "../parts/refusal.tsx";
import { useHere } from "../shell/session.ts";

/** More than this is downloaded rather than read. */
const previewLines = 2_000;

export function ExportPage() {
  const here = useHere();
  const { kinds } = useDefinitions();
  const { resource = "" } = useSearch({ strict: false }) as { resource?: string };
  const go = useNavigate();
  const input: Record<string, string> = resource === "" ? {} : { resource };
  const query = useQuery({
    ...readQuery<string>(here.slug, namedActions.export, input),
    gcTime: 0,
  });
  const { data, error, isPending } = query;
  const download = () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([data ?? ""], { type: "application/hcl" }));
    link.download = `${here.slug}.tf`;
    link.click();
    URL.revokeObjectURL(link.href);
  };
  const lines = (data ?? "").split("\n");
  return (
    <Page
      title="Export"
      about="The whole configuration as one Terraform file. Each row has an import block, so a plan shows no changes. Secrets are left out; a comment marks each one."
      action={
        <Group gap="xs">
          <CopyButton value={data ?? ""} />
          <Button onClick={download} disabled={data === undefined}>
            Download {here.slug}.tf
          </Button>
        </Group>
      }
    >
      <MultiSelect
        aria-label="Kinds to export"
        placeholder={resource === "" ? "Every kind" : ""}
        searchable
        clearable
        clearButtonProps={{ "aria-label": "Clear" }}
        mb="md"
        className="form"
        data={kinds.map(({ kind, title }) => ({ value: kind, label: title }))}
        value={resource === "" ? [] : resource.split(",")}
        onChange={(chosen) =>
          go({ to: ".", search: chosen.length === 0 ? {} : { resource: chosen.join(",") }, replace: true })
        }
      />
      <Refusal error={error} again={query} />
      {isPending ? <Rows count={10} /> : null}
      {data === undefined ? null : (
        <>
          <CodeBlock label="The file" style={{ maxHeight: "70vh", overflowY: "auto" }}>
            {lines.slice(0, previewLines).join("\n")}
          </CodeBlock>
          <Text size="sm" c="dimmed" mt="xs">
            {lines.length > previewLines
              ? `The first ${previewLines} of ${lines.length} lines.`
              : `${lines.length} lines.`}
          </Text>
        </>
      )}
    </Page>
  );
}
