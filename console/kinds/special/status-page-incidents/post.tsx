/** An update is a state and a message. Both are chosen by a person, and the button says what becomes of them. */
import { Button, Checkbox, Group, Radio, Textarea } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { JsonObject } from "../../../../src/kernel/validate.ts";
import type { Definition } from "../../../../src/surfaces/console/definitions.ts";
import { namedActions } from "../../../api/calls.ts";
import { act } from "../../../api/client.ts";
import { useDefinitions, useForgetRows } from "../../../api/queries.ts";
import { problemsOf } from "../../../forms/context.ts";
import { LeaveGuard } from "../../../forms/leave-dialog.tsx";
import { PlainButton } from "../../../parts/buttons.tsx";
import { Card } from "../../../parts/card.tsx";
import { Form } from "../../../parts/form.tsx";
import { applyAll, type Edit, makePlan } from "../../../parts/plans/use-plan.ts";
import { Refusal } from "../../../parts/refusal.tsx";
import { Fine } from "../../../parts/text.tsx";
import { words } from "../../../parts/words.ts";
import { useNotice } from "../../../shell/notice.tsx";
import { useHere } from "../../../shell/session.ts";
import { type States, stateEdits } from "./component-states.tsx";
import { useReach } from "./reach.tsx";
import { useComponents, useMutes, useOwnTemplates } from "./use-incident.ts";
import {
  type IncidentRow,
  isOver,
  minutesLeft,
  muteReason,
  publishLabel,
  reachText,
  statesOf,
  type Template,
  templatesOf,
} from "./words.ts";

interface PostProps {
  readonly definition: Definition;
  readonly incident: IncidentRow;
  /** Of the row as it is shown: an update to something else is refused. */
  readonly etag: string;
  readonly draft: Draft;
  readonly setDraft: (draft: Draft) => void;
}

/** An update that is being written, with what it makes of the components. */
export interface Draft {
  readonly status: string | undefined;
  readonly body: string;
  readonly components: States;
}

export const emptyDraft: Draft = { status: undefined, body: "", components: {} };

export function PostUpdate({ definition, incident, etag, draft, setDraft }: PostProps) {
  const components = useComponents(incident);
  const own = useOwnTemplates();
  const [tried, setTried] = useState(false);
  const { status, body } = draft;
  const set = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const states = stateEdits(components, draft.components);
  const dirty = status !== undefined || body !== "" || states.length > 0;
  const muting = useMuting(incident, status);
  const post = usePost({
    definition,
    incident,
    etag,
    dirty,
    onDone() {
      setDraft(emptyDraft);
      setTried(false);
    },
  });
  const problems = problemsOf(post.error);
  const complete = status !== undefined && body.trim() !== "";
  const submit = () => {
    setTried(true);
    if (!complete || post.isPending) return;
    post.mutate({ fields: { status, body }, edits: [...states, ...(muting.chosen ? muting.edits : [])] });
  };
  return (
    <Card title="Post an update">
      <LeaveGuard dirty={() => dirty} />
      <Form submit={submit}>
        <StateChoice
          incident={incident}
          status={status}
          choose={(next) => set({ status: next })}
          missing={tried && status === undefined}
        />
        <Textarea
          label="Message"
          autosize
          minRows={3}
          value={body}
          error={tried && body.trim() === "" ? "Write a message, or pick a template." : problems.get("body")}
          onChange={({ currentTarget }) => set({ body: currentTarget.value })}
        />
        <Templates
          offered={templatesOf(
            incident,
            components.map(({ name }) => name),
            own,
          )}
          body={body}
          pick={({ status, text }) => set({ status, body: text })}
        />
        {muting.label === undefined ? null : (
          <Checkbox
            mt="sm"
            label={muting.label}
            checked={muting.chosen}
            onChange={({ currentTarget }) => muting.choose(currentTarget.checked)}
          />
        )}
        {problems.has("body") ? null : <Refusal error={post.error} />}
        <Publish incident={incident} draft={draft} loading={post.isPending} />
      </Form>
    </Card>
  );
}

interface StateChoiceProps extends Pick<PostProps, "incident"> {
  readonly status: string | undefined;
  readonly choose: (status: string) => void;
  /** Whether somebody tried to publish without one. */
  readonly missing: boolean;
}

function StateChoice({ incident, status, choose, missing }: StateChoiceProps) {
  return (
    <Radio.Group
      label="State"
      value={status ?? null}
      onChange={choose}
      error={missing ? "Choose a state." : undefined}
      mb="sm"
    >
      <Group gap="md" my={6}>
        {statesOf(incident).map((state) => (
          <Radio key={state} value={state} label={words(state)} size="sm" />
        ))}
      </Group>
    </Radio.Group>
  );
}

interface TemplatesProps {
  readonly offered: readonly Template[];
  readonly body: string;
  readonly pick: (template: Template) => void;
}

/** What somebody wrote by hand is never replaced. */
export function Templates({ offered, body, pick }: TemplatesProps) {
  if (body !== "" && !offered.some(({ text }) => text === body)) return null;
  return (
    <Group gap={6} mt={6} role="group" aria-label="Templates">
      <Fine>Templates</Fine>
      {offered.map((template) => (
        <PlainButton
          key={`${template.status} ${template.name ?? ""}`}
          size="compact-xs"
          title={template.text}
          onClick={() => pick(template)}
        >
          {template.name ?? words(template.status)}
        </PlainButton>
      ))}
    </Group>
  );
}

interface PublishProps {
  readonly incident: IncidentRow;
  readonly draft: Draft;
  readonly loading: boolean;
}

/** The same state with the same words is no update: nobody is mailed of it. */
function Publish({ incident, draft: { status, body }, loading }: PublishProps) {
  const found = useReach(incident);
  const same = status === incident.status && body === incident.body;
  const reach =
    found !== undefined && same
      ? { ...found, mailed: 0, unsent: "State and message are the latest update's: no update is added." }
      : found;
  return (
    <Group justify="space-between" mt="md" gap="xs">
      <Fine style={{ flex: "1 1 180px" }}>{reach === undefined ? "" : reachText(reach)}</Fine>
      <Button type="submit" loading={loading} disabled={reach === undefined}>
        {reach === undefined ? "Post update" : publishLabel(reach, "Post update")}
      </Button>
    </Group>
  );
}

/** The mutes that go with a maintenance's update: they begin with its work, and end with it. */

import { equalTo } from "../../../parts/alerts/words.ts";
import { exactMinute, useTimeZone } from "../../../parts/time.tsx";
import { kindNames } from "../../names.ts";

interface Muting {
  readonly label: string | undefined;
  readonly chosen: boolean;
  readonly choose: (chosen: boolean) => void;
  readonly edits: readonly Edit[];
}

/** A maintenance mutes the alerts of the services it is about while it lasts. */
function useMuting(incident: IncidentRow, status: string | undefined): Muting {
  const zone = useTimeZone();
  const [chosen, choose] = useState(true);
  const mutes = useMutes(incident);
  const components = useComponents(incident);
  const [now] = useState(Date.now);
  const shared = { chosen, choose };
  if (status !== undefined && isOver(status) && mutes.length > 0) {
    const edits = mutes.map(({ id }): Edit => ({ op: "delete", resource: kindNames.mute, id }));
    return { ...shared, label: "Unmute its alerts", edits };
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
        resource: kindNames.mute,
        fields: {
          matchers: [equalTo("service", service)],
          reason: muteReason(incident),
          duration_minutes: minutes,
        },
      }),
    ),
  };
}

/** Publishes an update: the row as it is shown, and in the same act what goes with it. */

interface PostOptions {
  readonly definition: Definition;
  readonly incident: IncidentRow;
  readonly etag: string;
  /** Whether somebody has begun to write. */
  readonly dirty: boolean;
  readonly onDone: () => void;
}

interface Post {
  readonly fields: { readonly status: string; readonly body: string };
  /** What is done with it, in one plan. */
  readonly edits: readonly Edit[];
}

const changed =
  "Somebody changed this incident after you opened it. Read the latest update, then publish again.";

/** An update alone is one write of the row as it was read; with more it is a plan, all of it or nothing. */
function usePost({ definition, incident: { id }, etag, dirty, onDone }: PostOptions) {
  const { slug } = useHere();
  const { kinds } = useDefinitions();
  const client = useQueryClient();
  const forget = useForgetRows(slug);
  const notice = useNotice();
  // The version that somebody writes about: what comes meanwhile is read before it is written over.
  const [base, setBase] = useState(etag);
  const post = useMutation({
    mutationFn: async ({ fields, edits }: Post) => {
      if (edits.length === 0) {
        const match = base === "*" ? {} : { if_match: base };
        await act<JsonObject>(slug, definition.actionNames.update, { ...fields, id, ...match });
        return undefined;
      }
      const save: Edit = { op: "save", resource: definition.kind, id, fields };
      const asked = { action: namedActions.planChanges, input: { edits: [save, ...edits] } };
      const plan = await makePlan(client, slug, asked);
      // A plan is of the rows as they are. Whether these are the ones that were read is asked once it stands:
      // applying it is refused if they change after that.
      const now = await act<JsonObject>(slug, definition.actionNames.get, { id });
      if (base !== "*" && now.etag !== base) throw new Error(changed);
      await applyAll(slug, kinds, plan);
      return plan.id;
    },
    onSuccess: (plan) => {
      onDone();
      if (plan !== undefined)
        notice.show({ text: "The update is published, with all that goes with it.", plan });
    },
    // Also where somebody else was quicker: what they published is read before one tries again.
    onSettled: forget,
  });
  if (base !== etag && (!dirty || post.isError)) setBase(etag);
  return post;
}
