/** An update is a state and a message. Both are chosen by a person, and the button says what becomes of them. */
import { Button, Checkbox, Group, Radio, Textarea } from "@mantine/core";
import { useState } from "react";
import type { Definition } from "../../../../src/surfaces/console/definitions.ts";
import { problemsOf } from "../../../forms/context.ts";
import { LeaveGuard } from "../../../forms/leave-dialog.tsx";
import { PlainButton } from "../../../parts/buttons.tsx";
import { Card } from "../../../parts/card.tsx";
import { Form } from "../../../parts/form.tsx";
import { Refusal } from "../../../parts/refusal.tsx";
import { Fine } from "../../../parts/text.tsx";
import { words } from "../../../parts/words.ts";
import { type States, stateEdits } from "./component-states.tsx";
import { useReach } from "./reach.tsx";
import * as texts from "./texts.ts";
import { useComponents, useOwnTemplates } from "./use-incident.ts";
import { useMuting } from "./use-muting.ts";
import { usePost } from "./use-post.ts";
import { type IncidentRow, publishLabel, reachText, statesOf, type Template, templatesOf } from "./words.ts";

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
  const states = stateEdits(components ?? [], draft.components);
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
    // With an update go the states of components, and what is muted by it: none of that is left out unsaid.
    if (!complete || post.isPending || muting.edits === undefined) return;
    post.mutate({ fields: { status, body }, edits: [...states, ...(muting.chosen ? muting.edits : [])] });
  };
  return (
    <Card title={texts.postAnUpdate}>
      <LeaveGuard dirty={() => dirty} />
      <Form submit={submit}>
        <StateChoice
          incident={incident}
          status={status}
          choose={(next) => set({ status: next })}
          missing={tried && status === undefined}
        />
        <Textarea
          label={texts.message}
          autosize
          minRows={3}
          value={body}
          error={tried && body.trim() === "" ? texts.writeAMessageOrPick : problems.get("body")}
          onChange={({ currentTarget }) => set({ body: currentTarget.value })}
        />
        {components === undefined ? null : (
          <Templates
            offered={templatesOf(
              incident,
              components.map(({ name }) => name),
              own,
            )}
            body={body}
            pick={({ status, text }) => set({ status, body: text })}
          />
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
        <Publish
          incident={incident}
          draft={draft}
          loading={post.isPending}
          known={muting.edits !== undefined}
        />
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
      label={texts.state}
      value={status ?? null}
      onChange={choose}
      error={missing ? texts.chooseAState : undefined}
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
    <Group gap={6} mt={6} role="group" aria-label={texts.templates}>
      <Fine>{texts.templates}</Fine>
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
  /** Whether what goes with it is known. */
  readonly known: boolean;
}

/** The same state with the same words is no update: nobody is mailed of it. */
function Publish({ incident, draft: { status, body }, loading, known }: PublishProps) {
  const found = useReach(incident);
  const same = status === incident.status && body === incident.body;
  const reach =
    found !== undefined && same
      ? { ...found, subscribers: 0, mailed: 0, unsent: texts.stateAndMessage, notifies: false }
      : found;
  return (
    <Group justify="space-between" mt="md" gap="xs">
      <Fine style={{ flex: "1 1 180px" }}>{reach === undefined ? "" : reachText(reach)}</Fine>
      <Button type="submit" loading={loading} disabled={reach === undefined || !known}>
        {reach === undefined ? texts.postUpdate : publishLabel(reach, texts.postUpdate)}
      </Button>
    </Group>
  );
}
