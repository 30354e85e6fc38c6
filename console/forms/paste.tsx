/** What has to be put in place on the other side before a row works: the value of a setting's field, to copy. */
import { Box, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { MemberSet } from "../../src/kernel/field.ts";
import type { Definition } from "../../src/surfaces/console/definitions.ts";
import { rowQuery, useDefinition } from "../api/queries.ts";
import { CodeBlock } from "../parts/code-block.tsx";
import { CopyButton } from "../parts/copy.tsx";
import { useHere } from "../shell/session.ts";

type What = NonNullable<MemberSet["paste"]>;

export function Paste({ paste }: { readonly paste: What }) {
  const definition = useDefinition(paste.setting);
  return definition === undefined ? null : <PasteBlock paste={paste} definition={definition} />;
}

function PasteBlock({ paste, definition }: { readonly paste: What; readonly definition: Definition }) {
  const { slug } = useHere();
  const { data } = useQuery(rowQuery(slug, definition, definition.kind));
  if (data === undefined) return null;
  const text = String(data.row[paste.field] ?? "");
  return (
    <Box mt="sm">
      <Group justify="space-between" mb={6}>
        <Text size="sm">{paste.title}</Text>
        <CopyButton value={text} />
      </Group>
      <CodeBlock label={paste.title}>{text}</CodeBlock>
    </Box>
  );
}
