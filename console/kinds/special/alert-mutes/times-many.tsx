/** Makes many mutes last longer, or ends them now, as one act. */
import { Button, Modal, Radio, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { rowsOfIdsQuery } from "../../../api/queries.ts";
import { inZone } from "../../../forms/texts.ts";
import { DialogButtons } from "../../../parts/dialog-buttons.tsx";
import { mornings } from "../../../parts/mornings.ts";
import { Refusal } from "../../../parts/refusal.tsx";
import { exactMinute, useTypedZone } from "../../../parts/time.tsx";
import { UntilInput } from "../../../parts/until-input.tsx";
import { useHere } from "../../../shell/session.ts";
import type { BulkFormProps } from "../../special-type.ts";
import { changeOf, hourMs, type MuteTime } from "./edits.ts";
import * as texts from "./texts.ts";

export function MutesDialog({ definition, ids, close, start }: BulkFormProps) {
  const { slug } = useHere();
  const zone = useTypedZone();
  const [now] = useState(Date.now);
  const { data, error } = useQuery(rowsOfIdsQuery(slug, definition.kind, [...ids]));
  const [chosen, setChosen] = useState("0");
  const [moment, setMoment] = useState<string>();
  const choices: readonly { readonly title: string; readonly time: MuteTime | undefined }[] = [
    { title: texts.hourMore, time: { longer: hourMs } },
    { title: texts.dayMore, time: { longer: 24 * hourMs } },
    ...mornings(now, zone).map(({ name, at }) => {
      const until = new Date(at).toISOString();
      return { title: texts.untilThen(name, exactMinute(until, zone)), time: { until } };
    }),
    { title: texts.untilAMoment, time: moment === undefined ? undefined : { until: moment } },
    { title: texts.endNow, time: "end" },
  ];
  const time = choices[Number(chosen)]?.time;
  const rows = new Map((data ?? []).map((row) => [String(row.id), row]));
  const isEnd = time === "end";
  return (
    <Modal opened onClose={close} title={texts.extendOrEnd}>
      <Refusal error={error} />
      <Radio.Group label={texts.howLong} description={inZone(zone, "")} value={chosen} onChange={setChosen}>
        <Stack gap={6} mt={6}>
          {choices.map(({ title }, index) => (
            <Radio
              key={title}
              value={String(index)}
              label={title}
              {...(index === 0 ? { "data-autofocus": true } : {})}
            />
          ))}
        </Stack>
      </Radio.Group>
      {choices[Number(chosen)]?.title === texts.untilAMoment ? (
        <UntilInput moment={moment} set={setMoment} />
      ) : null}
      <DialogButtons close={close}>
        <Button
          disabled={time === undefined || data === undefined}
          onClick={() =>
            time !== undefined &&
            start({
              title: isEnd ? texts.end : texts.extend,
              done: isEnd ? texts.ended : texts.extended,
              edit: (id) => changeOf(definition, rows.get(id), time, Date.now()),
              nothing: isEnd ? texts.noneMutes : texts.noneIsExtended,
            })
          }
        >
          {texts.next}
        </Button>
      </DialogButtons>
    </Modal>
  );
}
