/** An event sent on purpose: who would be mailed and why, or a mail that truly leaves. */
import { Group, Select, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { eventKeys } from "../../../../src/kernel/events.ts";
import type { Tone } from "../../../../src/kernel/field.ts";
import { namedActions } from "../../../api/calls.ts";
import { act } from "../../../api/client.ts";
import type { EmitAnswer } from "../../../api/shapes.ts";
import { PlainButton } from "../../../parts/buttons.tsx";
import { Card } from "../../../parts/card.tsx";
import { Refusal } from "../../../parts/refusal.tsx";
import { Status } from "../../../parts/status.tsx";
import { Quiet } from "../../../parts/text.tsx";
import { readable, useTimeZone } from "../../../parts/time.tsx";
import { words } from "../../../parts/words.ts";
import { useHere } from "../../../shell/session.ts";
import type { PartProps } from "../../part-props.ts";
import * as texts from "./texts.ts";

/** A dot for each status; what becomes of it stands next to it in words. */
const tones: Readonly<Record<string, Tone>> = { queued: "good", held: "warning" };

/** The service goes by what is saved, so there is nothing to try while something is not. */
export function TestMail({ form: { dirty: unsaved } }: PartProps) {
  const here = useHere();
  const zone = useTimeZone();
  const [event, setEvent] = useState("integration_failing");
  const emit = useMutation({
    mutationFn: async (explain: boolean) => {
      const title = texts.aTestFromTheConsole;
      return (await act<EmitAnswer>(here.slug, namedActions.emitEvent, { event, title, explain })).body;
    },
  });
  if (!here.allows("operate")) return null;
  return (
    <Card
      title={texts.tryIt}
      label={texts.testMail}
      about={unsaved ? texts.saveFirstTestMailsUse : texts.sendsAnEvent}
    >
      <Group gap="xs">
        <Select
          aria-label={texts.event}
          allowDeselect={false}
          data={eventKeys.map((key) => ({ value: key, label: words(key) }))}
          value={event}
          onChange={(key) => key !== null && setEvent(key)}
        />
        <PlainButton disabled={unsaved} loading={emit.isPending} onClick={() => emit.mutate(true)}>
          {texts.whoWouldBeMailed}
        </PlainButton>
        <PlainButton disabled={unsaved || emit.isPending} onClick={() => emit.mutate(false)}>
          {texts.sendATestMail}
        </PlainButton>
      </Group>
      <div aria-live="polite">
        <Refusal error={emit.error} />
        {emit.data === undefined ? null : (
          <Text size="sm" mt="sm" component="div">
            <Status tone={tones[emit.data.status] ?? "quiet"} label={readable(emit.data.message, zone)} />
            {emit.data.recipients.length === 0 ? null : <Quiet>{emit.data.recipients.join(", ")}</Quiet>}
          </Text>
        )}
      </div>
    </Card>
  );
}
