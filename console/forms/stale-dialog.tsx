/** Somebody saved the row first: mine, theirs and what both began from, field by field, to pick and save. */
import { Button, Modal, Radio, ScrollArea, Table } from "@mantine/core";
import { useState } from "react";
import type { JsonObject } from "../../src/kernel/validate.ts";
import type { Definition } from "../../src/surfaces/console/definitions.ts";
import { DialogButtons } from "../parts/dialog-buttons.tsx";
import { Difference } from "../parts/diff/difference.tsx";
import { Value } from "../parts/diff/value.tsx";
import { useHistory } from "../parts/plans/use-history.ts";
import { RichText } from "../parts/rich-text.tsx";
import { Quiet } from "../parts/text.tsx";
import { Moment } from "../parts/time.tsx";
import { labelOf } from "../parts/words.ts";
import { useWhoAmI } from "../shell/session.ts";
import { disagreements } from "./draft.ts";
import type { RowForm, Stale } from "./form-state.ts";
import * as texts from "./texts.ts";

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
  const last = useLastSave(definition, stale.current);
  return (
    <Modal opened onClose={form.closeStale} size="xl" title={titleBy(last)}>
      <Quiet mb="md">
        <ByWhom last={last} current={stale.current} /> {texts.nothingWasOverwrittenChoose}
      </Quiet>
      <ScrollArea.Autosize mah="55vh" type="auto">
        <Table layout="auto" className="inline facts">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{texts.field}</Table.Th>
              <Table.Th scope="col">{texts.before}</Table.Th>
              <Table.Th scope="col">{texts.yours}</Table.Th>
              <Table.Th scope="col">{texts.theirs}</Table.Th>
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
                      <Quiet>{texts.unchanged}</Quiet>
                    ) : (
                      <Radio
                        name={`stale-${name}`}
                        checked={!theirs.has(name)}
                        onChange={() => pick(name, "mine")}
                        label={<Difference before={base} after={mine} field={field} name={name} />}
                        aria-label={texts.yoursLabel(label)}
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
                        aria-label={texts.theirsLabel(label)}
                      />
                    )}
                  </Table.Td>
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      </ScrollArea.Autosize>
      <DialogButtons close={form.closeStale} leave={texts.keepEditing}>
        <Button onClick={save} loading={form.saving}>
          {texts.saveTheseValues}
        </Button>
      </DialogButtons>
    </Modal>
  );
}

/** A record and its row are stamped by one write. */
const nearMs = 1_000;

interface LastSave {
  readonly name: string;
  readonly at: string;
  /** By the person who reads it, in another tab or by a program of theirs. */
  readonly own: boolean;
}

/** Who saved what stands there now; undefined where the history does not say who. */
function useLastSave(definition: Definition, current: JsonObject): LastSave | undefined {
  const { user } = useWhoAmI();
  const id = definition.shape === "setting" ? definition.kind : String(current.id);
  const { data } = useHistory({ definition, id });
  const last = data?.pages[0]?.data[0];
  const { updated_at: at } = current;
  // What was read before it was saved says who was there before.
  if (last === undefined || typeof at !== "string" || Date.parse(last.at) < Date.parse(at) - nearMs)
    return undefined;
  return { name: last.actor.name, at: last.at, own: last.actor.id === user.id };
}

/** As long as nobody knows by whom, it names nobody. */
function titleBy(last: LastSave | undefined): string {
  if (last === undefined) return texts.thisWasChanged;
  return last.own ? texts.youChangedThis : texts.somebodyElseChangedThis;
}

function ByWhom({ last, current }: { readonly last: LastSave | undefined; readonly current: JsonObject }) {
  const { updated_at: at } = current;
  if (last?.own === true) return <RichText of={texts.youSavedIt} when={<Moment at={last.at} />} />;
  if (last !== undefined)
    return <RichText of={texts.savedBy} who={<b>{last.name}</b>} when={<Moment at={last.at} />} />;
  return typeof at === "string" ? <RichText of={texts.savedWhen} when={<Moment at={at} />} /> : null;
}
