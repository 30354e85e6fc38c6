/** An update is a state and a message: both are filled in with what most likely comes next. */
import { Button, Checkbox, Group, Paper, Radio, Text, Textarea, Title } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { JsonObject } from "../../src/kernel/validate.ts";
import type { Definition } from "../../src/surfaces/console/definitions.ts";
import { equalTo } from "../alerts/words.ts";
import { act } from "../api/client.ts";
import { useForgetRows } from "../api/queries.ts";
import { problemsOf } from "../forms/context.ts";
import { incidentKinds } from "../kinds/incidents.ts";
import { Refusal } from "../parts/refusal.tsx";
import { exactMinute, useTimeZone } from "../parts/time.tsx";
import { words } from "../parts/words.ts";
import { type Edit, useEdits } from "../plans/use-plan.ts";
import { useNotice } from "../shell/notice.tsx";
import { useHere } from "../shell/session.ts";
import { useComponents, useMutes } from "./use-incident.ts";
import {
  type IncidentRow,
  isOver,
  minutesLeft,
  muteReason,
  nextState,
  statesOf,
  templateOf,
} from "./words.ts";

interface PostProps {
  readonly definition: Definition;
  readonly incident: IncidentRow;
  /** Of the row as it is shown: an update to something else is refused. */
  readonly etag: string;
}

export function PostUpdate({ definition, incident, etag }: PostProps) {
  const names = useComponents(incident).map(({ name }) => name);
  const [status, setStatus] = useState(() => nextState(incident));
  const [typed, setTyped] = useState<string>();
  const body = typed ?? templateOf(status, names);
  const muting = useMuting(incident, status);
  const post = usePost({ definition, incident, etag });
  const problems = problemsOf(post.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    post.mutate({ fields: { status, body }, edits: muting.chosen ? muting.edits : [] });
  };
  return (
    <Paper component="section" aria-label="Post an update">
      <Title order={2} mb="sm">
        Post an update
      </Title>
      <form onSubmit={submit} noValidate>
        <Radio.Group aria-label="State" value={status} onChange={setStatus} mb="sm">
          <Group gap="md">
            {statesOf(incident).map((state) => (
              <Radio key={state} value={state} label={words(state)} size="sm" />
            ))}
          </Group>
        </Radio.Group>
        <Textarea
          label="Message"
          autosize
          minRows={3}
          value={body}
          error={problems.get("body")}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        {names.length === 0 ? null : (
          <Text size="xs" c="dimmed" mt={4}>
            Components: {names.join(", ")}
          </Text>
        )}
        {muting.label === undefined ? null : (
          <Checkbox
            mt="sm"
            label={muting.label}
            checked={muting.chosen}
            onChange={({ currentTarget }) => muting.choose(currentTarget.checked)}
          />
        )}
        {problems.has("body") ? null : <Refusal error={post.error} />}
        <Group justify="flex-end" mt="sm" gap="xs">
          {typed === undefined ? null : (
            <Button variant="subtle" color="gray" size="xs" onClick={() => setTyped(undefined)}>
              Use the template
            </Button>
          )}
          <Button type="submit" loading={post.isPending} disabled={body.trim() === ""}>
            Post update
          </Button>
        </Group>
      </form>
    </Paper>
  );
}

interface Post {
  readonly fields: { readonly status: string; readonly body: string };
  /** What is done with it, in one plan. */
  readonly edits: readonly Edit[];
}

/** An update alone is one write of the row as it is shown; with mutes it is a plan, all of it or nothing. */
function usePost({ definition, incident, etag }: PostProps) {
  const here = useHere();
  const forget = useForgetRows(here.slug);
  const notice = useNotice();
  const together = useEdits();
  return useMutation({
    mutationFn: async ({ fields, edits }: Post) => {
      const { id } = incident;
      if (edits.length > 0) {
        const save: Edit = { op: "save", resource: definition.kind, id, fields };
        return (await together.mutateAsync([save, ...edits])).id;
      }
      const match = etag === "*" ? {} : { if_match: etag };
      await act<JsonObject>(here.slug, definition.actionNames.update, { ...fields, id, ...match });
      return undefined;
    },
    onSuccess: (plan) => {
      if (plan !== undefined) notice.tell({ text: "The update is posted, with its mutes.", plan });
    },
    // Also where somebody else was quicker: what they posted is read before one tries again.
    onSettled: forget,
  });
}

interface Muting {
  readonly label: string | undefined;
  readonly chosen: boolean;
  readonly choose: (chosen: boolean) => void;
  readonly edits: readonly Edit[];
}

/** A maintenance mutes the alerts of the services it is about while it lasts. */
function useMuting(incident: IncidentRow, status: string): Muting {
  const zone = useTimeZone();
  const [chosen, choose] = useState(true);
  const mutes = useMutes(incident);
  const components = useComponents(incident);
  const [now] = useState(Date.now);
  const shared = { chosen, choose };
  if (isOver(status) && mutes.length > 0) {
    const edits = mutes.map(({ id }): Edit => ({ op: "delete", resource: incidentKinds.mute, id }));
    return { ...shared, label: "Let its alerts through again", edits };
  }
  const minutes = minutesLeft(incident, now);
  const muted = new Set(mutes.flatMap(({ matchers }) => matchers));
  const services = [...new Set(components.flatMap(({ service }) => service ?? []))].filter(
    (service) => !muted.has(equalTo("service", service)),
  );
  if (status !== "in_progress" || minutes === undefined || services.length === 0)
    return { ...shared, label: undefined, edits: [] };
  const until = exactMinute(new Date(now + minutes * 60_000).toISOString(), zone);
  return {
    ...shared,
    label: `Mute alerts of ${services.join(", ")} until ${until}`,
    edits: services.map(
      (service): Edit => ({
        op: "create",
        resource: incidentKinds.mute,
        fields: {
          matchers: [equalTo("service", service)],
          reason: muteReason(incident),
          duration_minutes: minutes,
        },
      }),
    ),
  };
}
