/** Somebody saved the row first: mine, theirs and what both began from, field by field, to pick and save. */
import { Button, Modal, Radio, ScrollArea, Table } from "@mantine/core";
import { useState } from "react";
import type { JsonObject } from "../../src/kernel/validate.ts";
import type { Definition } from "../../src/surfaces/console/definitions.ts";
import { DialogButtons } from "../parts/dialog-buttons.tsx";
import { Difference } from "../parts/diff/difference.tsx";
import { Value } from "../parts/diff/value.tsx";
import { Quiet } from "../parts/text.tsx";
import { labelOf } from "../parts/words.ts";
import { disagreements } from "./draft.ts";
import type { RowForm, Stale } from "./form-state.ts";

export interface StaleDialogProps {
  readonly definition: Definition;
  readonly form: RowForm;
  readonly stale: Stale;
  readonly base: JsonObject;
}

export function StaleDialog({ definition, form, stale, base }: StaleDialogProps) {
  const differing = disagreements(definition.fields, base, form.draft, stale.current);
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set());
  const pick = (name: string, side: string) =>
    setTheirs((now) => new Set(side === "theirs" ? [...now, name] : [...now].filter((one) => one !== name)));
  const save = () =>
    form.resolve(Object.fromEntries(Object.entries(form.draft).filter(([name]) => !theirs.has(name))), stale);
  return (
    <Modal opened onClose={form.closeStale} size="xl" title="Somebody else changed this">
      <Quiet mb="md">Nothing was overwritten. Choose a value for each field, then save.</Quiet>
      <ScrollArea.Autosize mah="55vh" type="auto">
        <Table layout="auto" className="inline facts">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Field</Table.Th>
              <Table.Th scope="col">Before</Table.Th>
              <Table.Th scope="col">Yours</Table.Th>
              <Table.Th scope="col">Theirs</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {differing.map(({ name, base, mine, theirs: other, theirsOnly }) => {
              const field = definition.fields[name];
              const label = labelOf(name, field);
              return (
                <Table.Tr key={name}>
                  <Table.Th scope="row">{label}</Table.Th>
                  <Table.Td>
                    <Value of={base} field={field} name={name} />
                  </Table.Td>
                  <Table.Td>
                    {theirsOnly ? (
                      <Quiet>unchanged</Quiet>
                    ) : (
                      <Radio
                        name={`stale-${name}`}
                        checked={!theirs.has(name)}
                        onChange={() => pick(name, "mine")}
                        label={<Difference before={base} after={mine} field={field} name={name} />}
                        aria-label={`${label}: yours`}
                      />
                    )}
                  </Table.Td>
                  <Table.Td>
                    {theirsOnly ? (
                      <Difference before={base} after={other} field={field} name={name} />
                    ) : (
                      <Radio
                        name={`stale-${name}`}
                        checked={theirs.has(name)}
                        onChange={() => pick(name, "theirs")}
                        label={<Difference before={base} after={other} field={field} name={name} />}
                        aria-label={`${label}: theirs`}
                      />
                    )}
                  </Table.Td>
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      </ScrollArea.Autosize>
      <DialogButtons close={form.closeStale} leave="Keep editing">
        <Button onClick={save} loading={form.saving}>
          Save these values
        </Button>
      </DialogButtons>
    </Modal>
  );
}
