/** One field of many rows, set to the same value. */
import { Button, Modal, Select, Stack } from "@mantine/core";
import { useCallback, useState } from "react";
import type { Field, ItemField, Json } from "../../../src/kernel/field.ts";
import { FormContext, noForm } from "../../forms/context.ts";
import { FieldInput } from "../../forms/field.tsx";
import type { BulkFormProps } from "../../kinds/special-type.ts";
import { DialogButtons } from "../../parts/dialog-buttons.tsx";
import { brief, labelOf, phrase } from "../../parts/words.ts";
import { alikeFields } from "./alike-fields.ts";
import * as texts from "./texts.ts";

export function ChangeDialog({ definition, close, start }: BulkFormProps) {
  const { fields, kind } = definition;
  const [name, setName] = useState<string | null>(null);
  const [value, setValue] = useState<Json>();
  const [unread, setUnread] = useState<string>();
  const note = useCallback((_: string, problem: string | undefined) => setUnread(problem), []);
  const label = (one: string) => labelOf(one, fields[one]);
  const choose = (next: string | null) => {
    setName(next);
    setValue(undefined);
    setUnread(undefined);
  };
  const next = () => {
    if (name === null || value === undefined) return;
    start({
      title: texts.setTo(phrase(label(name)), brief(value)),
      done: texts.changed,
      edit: (id) => ({ op: "save", resource: kind, id, fields: { [name]: value } }),
    });
  };
  return (
    <Modal opened onClose={close} title={texts.changeAField}>
      <Stack gap="md">
        <Select
          label={texts.field}
          data={alikeFields(definition).map((one) => ({ value: one, label: label(one) }))}
          value={name}
          onChange={choose}
          searchable
          data-autofocus
        />
        {name === null ? null : (
          <FormContext value={{ ...noForm, note }}>
            <FieldInput
              key={name}
              name={name}
              path={name}
              field={fields[name] as Field & ItemField}
              value={value}
              onChange={setValue}
            />
          </FormContext>
        )}
      </Stack>
      <DialogButtons close={close}>
        <Button disabled={name === null || value === undefined || unread !== undefined} onClick={next}>
          {texts.next}
        </Button>
      </DialogButtons>
    </Modal>
  );
}
