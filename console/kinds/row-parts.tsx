/** What pages of rows and of settings have in common. */
import { Badge, Grid, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { Definition } from "../../src/surfaces/console/definitions.ts";
import type { RowForm } from "../forms/form-state.ts";
import { kindPath } from "../parts/paths.ts";
import { RichText } from "../parts/rich-text.tsx";
import { LinkTo, Quiet } from "../parts/text.tsx";
import { roleFor } from "../parts/words.ts";
import * as texts from "./texts.ts";
import type { Editing } from "./use-editing.ts";
import { useSpecial } from "./use-special.ts";

/** What a page is about, and next to it what belongs to it; below each other where there is no room. */
export function Sides({ main, side }: { readonly main: ReactNode; readonly side: ReactNode }) {
  return (
    <Grid gap="xl" className="sides">
      <Grid.Col span={{ base: 12, lg: 8 }}>{main}</Grid.Col>
      <Grid.Col span={{ base: 12, lg: 4 }} className="sides-side">
        {side}
      </Grid.Col>
    </Grid>
  );
}

/** Above a row: the way to all rows of its kind. */
export function BackToList({ org, definition }: { readonly org: string; readonly definition: Definition }) {
  const title = useSpecial(definition.kind).list?.title ?? definition.title;
  return <LinkTo to={kindPath(org, definition.kind)}>← {title}</LinkTo>;
}

/** Said to somebody who may read a row and not change it. */
export function ReadOnly({ definition }: { readonly definition: Definition }) {
  return <Quiet mb="md">{texts.youCanReadThisChanging(roleFor(definition))}</Quiet>;
}

/** Said at the summary after a save, to who sees it and who receives it. */
export function Saved({ form, editing }: { readonly form: RowForm; readonly editing: Editing }) {
  return (
    <Text span size="sm" role="status">
      {form.saved && !editing.on ? texts.saved : ""}
    </Text>
  );
}

/** Which set owns a row, where one does. */
export function Managed({ set }: { readonly set: string | null }) {
  if (set === null) return null;
  return (
    <Badge variant="default" size="sm" tt="none" fw={500} style={{ maxWidth: "100%" }}>
      <RichText of={texts.managedBy} set={<span className="mono">{set}</span>} />
    </Badge>
  );
}
