/** Said at the summary after a save, to who sees it and who receives it. */
import { Text } from "@mantine/core";
import type { RowForm } from "../forms/form-state.ts";
import type { Editing } from "./use-editing.ts";

export function Saved({ form, editing }: { readonly form: RowForm; readonly editing: Editing }) {
  return (
    <Text span size="sm" role="status">
      {form.saved && !editing.on ? "Saved." : ""}
    </Text>
  );
}
