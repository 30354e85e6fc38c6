/** An event sent on purpose: who would be mailed and why, or a mail that truly leaves. */
import { Button, Group, Paper, Select, Text, Title } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { eventKeys } from "../../../../src/kernel/events.ts";
import type { Tone } from "../../../../src/kernel/field.ts";
import { namedActions } from "../../../api/calls.ts";
import { act } from "../../../api/client.ts";
import type { EmitAnswer } from "../../../api/shapes.ts";
import { Refusal } from "../../../parts/refusal.tsx";
import { Status } from "../../../parts/status.tsx";
import { readable, useTimeZone } from "../../../parts/time.tsx";
import { words } from "../../../parts/words.ts";
import { useHere } from "../../../shell/session.ts";
import type { PartProps } from "../../part-props.ts";

/** A dot for each status; what becomes of it stands next to it in words. */
const tones: Readonly<Record<string, Tone>> = { queued: "good", held: "warning" };

/** The service goes by what is saved, so there is nothing to try while something is not. */
export function TestMail({ form: { dirty: unsaved } }: PartProps) {
  const here = useHere();
  const zone = useTimeZone();
  const [event, setEvent] = useState("integration_failing");
  const emit = useMutation({
    mutationFn: async (explain: boolean) => {
      const title = "A test from the console";
      return (await act<EmitAnswer>(here.slug, namedActions.emitEvent, { event, title, explain })).body;
    },
  });
  if (!here.allows("operate")) return null;
  return (
    <Paper component="section" aria-label="Test mail">
      <Title order={2} mb={4}>
        Try it
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {unsaved
          ? "Save first: test mails use the saved settings."
          : "Sends an event that is marked as a test."}
      </Text>
      <Group gap="xs">
        <Select
          aria-label="Event"
          allowDeselect={false}
          data={eventKeys.map((key) => ({ value: key, label: words(key) }))}
          value={event}
          onChange={(key) => key !== null && setEvent(key)}
        />
        <Button
          variant="default"
          disabled={unsaved}
          loading={emit.isPending}
          onClick={() => emit.mutate(true)}
        >
          Who would be mailed?
        </Button>
        <Button variant="default" disabled={unsaved || emit.isPending} onClick={() => emit.mutate(false)}>
          Send a test mail
        </Button>
      </Group>
      <div aria-live="polite">
        <Refusal error={emit.error} />
        {emit.data === undefined ? null : (
          <Text size="sm" mt="sm" component="div">
            <Status tone={tones[emit.data.status] ?? "quiet"} label={readable(emit.data.message, zone)} />
            {emit.data.recipients.length === 0 ? null : (
              <Text size="sm" c="dimmed">
                {emit.data.recipients.join(", ")}
              </Text>
            )}
          </Text>
        )}
      </div>
    </Paper>
  );
}
