/** What a form's save would change, and the way out. */
import { Button, Group } from "@mantine/core";
import type { Definition } from "../../src/surfaces/console/definitions.ts";
import { useSpecial } from "../kinds/use-special.ts";
import { PlainButton } from "../parts/buttons.tsx";
import { Soon } from "../parts/page.tsx";
import { Quiet } from "../parts/text.tsx";
import { labelOf } from "../parts/words.ts";
import type { RowForm } from "./form-state.ts";

export interface SaveBarProps {
  readonly definition: Definition;
  readonly form: RowForm;
  /** Leaves the form. */
  readonly close: () => void;
}

export function SaveBar({ definition, form, close }: SaveBarProps) {
  const changed = Object.keys(form.draft).map((name) => labelOf(name, definition.fields[name]));
  const unchosen = form.tries > 0 ? form.unchosen : [];
  const wrong = [
    ...new Set([...form.unread.keys(), ...unchosen].map((path) => path.split(/[.[]/)[0] ?? path)),
  ].map((name) => labelOf(name, definition.fields[name]));
  const making = form.base === undefined;
  const usual = making ? "Create" : "Save";
  const { SaveWords: Words } = useSpecial(definition.kind);
  const set = form.base?.managedBy ?? null;
  return (
    <Group className="bar" justify="space-between" mt="xl" wrap="nowrap">
      <Quiet aria-live="polite" lineClamp={2}>
        {wrong.length > 0
          ? `Fix first: ${wrong.join(", ")}`
          : changed.length > 0
            ? `${making ? "Set" : "Changed"}: ${changed.join(", ")}${set === null ? "" : `. Drift of ${set}`}`
            : making
              ? "Nothing filled in yet"
              : "No changes"}
      </Quiet>
      <Group gap="xs" wrap="nowrap">
        {making ? null : (
          <PlainButton onClick={() => form.discard(close)} disabled={form.saving}>
            {form.dirty ? "Discard" : "Cancel"}
          </PlainButton>
        )}
        <Button type="submit" loading={form.saving} disabled={!form.dirty}>
          {Words === undefined ? (
            usual
          ) : (
            <Soon>
              <Words form={form} usual={usual} />
            </Soon>
          )}
        </Button>
      </Group>
    </Group>
  );
}
