/** An update posted from an alert in two keys: the form comes filled in, and Enter publishes what it shows. */
import { Button, Group, Modal, Radio, Stack, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import type { JsonObject } from "../../../../src/kernel/validate.ts";
import type { Definition } from "../../../../src/surfaces/console/definitions.ts";
import { useDefinition } from "../../../api/queries.ts";
import { DialogButtons } from "../../../parts/dialog-buttons.tsx";
import { Form } from "../../../parts/form.tsx";
import { rowPath } from "../../../parts/paths.ts";
import type { Edit } from "../../../parts/plans/edit.ts";
import { useEdits } from "../../../parts/plans/use-plan.ts";
import { Refusal } from "../../../parts/refusal.tsx";
import { RichText } from "../../../parts/rich-text.tsx";
import { Fine, LinkTo, Quiet } from "../../../parts/text.tsx";
import { words } from "../../../parts/words.ts";
import { useNotice } from "../../../shell/notice.tsx";
import { useHere } from "../../../shell/session.ts";
import { kindNames } from "../../names.ts";
import type { AboutAlertProps } from "../../part-props.ts";
import { type AlertUpdate, alertUpdate } from "./alert-update.ts";
import { ComponentStates, stateEdits } from "./component-states.tsx";
import { Templates } from "./post.tsx";
import { useReach } from "./reach.tsx";
import * as texts from "./texts.ts";
import { useOwnTemplates, usePageRows } from "./use-incident.ts";
import {
  type IncidentRow,
  type OwnTemplate,
  publishLabel,
  reachText,
  statesOf,
  templatesOf,
} from "./words.ts";

export function PostFromAlert({ alert, close }: AboutAlertProps) {
  const rows = usePageRows();
  const own = useOwnTemplates();
  // Once all is there: the button has the focus from the first moment on.
  if (rows === undefined || own === undefined) return null;
  return (
    <Modal opened onClose={close} title={texts.postAnUpdate} size="lg">
      <Filled start={alertUpdate(alert, rows, own)} own={own} close={close} />
    </Modal>
  );
}

interface FilledProps {
  readonly start: AlertUpdate;
  readonly own: readonly OwnTemplate[];
  readonly close: () => void;
}

function Filled({ start, own, close }: FilledProps) {
  const here = useHere();
  const definition = useDefinition(kindNames.incident) as Definition;
  const components = useDefinition(kindNames.component) as Definition;
  // What is typed is about what was read when the form opened.
  const [{ incident, impact, components: affected }] = useState(start);
  const [draft, setDraft] = useState<Draft>(start);
  const set = (part: Partial<Draft>) => setDraft((now) => ({ ...now, ...part }));
  const [tried, setTried] = useState(false);
  const { title, status, body } = draft;
  const states = here.allows(components.level) ? draft.states : {};
  const post = usePublish(definition, incident, close);
  const reach = useReach({ notify: incident?.notify !== false, draft: false });
  const missing = (text: string, what: string) => (tried && text.trim() === "" ? what : undefined);
  const submit = () => {
    setTried(true);
    if (title.trim() === "" || body.trim() === "" || post.isPending) return;
    const fields = { status, body };
    const ids = affected.map(({ id }) => id);
    post.publish(
      incident === undefined
        ? { ...fields, title, impact, component_ids: ids }
        : // A draft that alerts have opened is published with it.
          { ...fields, ...(incident.draft && { draft: false }) },
      stateEdits(affected, states),
    );
  };
  const ready = start.title !== "";
  return (
    <Form submit={submit}>
      <Stack gap="sm">
        <Subject
          definition={definition}
          incident={incident}
          isKnown={affected.length > 0}
          title={title}
          error={missing(title, texts.sayInALineWhat)}
          change={(next) => set({ title: next })}
        />
        <StatusChoice
          choices={statesOf({ status, impact })}
          status={status}
          choose={(next) => set({ status: next })}
        />
        <Textarea
          label={texts.message}
          autosize
          minRows={3}
          value={body}
          error={missing(body, texts.writeAMessageOrPick)}
          onChange={({ currentTarget }) => set({ body: currentTarget.value })}
        />
        <Templates
          offered={templatesOf(
            { status, impact },
            affected.map(({ name }) => name),
            own,
          )}
          body={body}
          pick={(template) => set({ status: template.status, body: template.text })}
        />
        <ComponentStates
          components={affected}
          chosen={states}
          choose={(chosen) => set({ states: chosen })}
          status={status}
        />
        <Refusal error={post.error} />
        {reach === undefined ? null : <Fine role="note">{reachText(reach)}</Fine>}
        <DialogButtons close={close} mt="xs">
          <Button type="submit" loading={post.isPending} data-autofocus={ready ? true : undefined}>
            {reach === undefined ? texts.publish : publishLabel(reach, incident && texts.postUpdate)}
          </Button>
        </DialogButtons>
      </Stack>
    </Form>
  );
}

type Draft = Pick<AlertUpdate, "title" | "status" | "body" | "states">;

interface SubjectProps {
  readonly definition: Definition;
  readonly incident: IncidentRow | undefined;
  /** Whether a component has the alert's service. */
  readonly isKnown: boolean;
  readonly title: string;
  readonly error: string | undefined;
  readonly change: (title: string) => void;
}

/** The incident that it is an update of, or what a new one is called. */
function Subject({ definition, incident, isKnown, title, error, change }: SubjectProps) {
  const here = useHere();
  const [hadTitle] = useState(title !== "");
  if (incident !== undefined)
    return (
      <Quiet>
        <RichText
          of={texts.toWhichIsOpenAlready}
          title={<LinkTo to={rowPath(here.slug, definition.kind, incident.id)}>{incident.title}</LinkTo>}
        />
      </Quiet>
    );
  return (
    <TextInput
      label={texts.title}
      description={isKnown ? undefined : texts.noComponentOfTheStatus}
      value={title}
      error={error}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      data-autofocus={hadTitle ? undefined : true}
    />
  );
}

interface StatusChoiceProps {
  readonly choices: readonly string[];
  readonly status: string;
  readonly choose: (status: string) => void;
}

function StatusChoice({ choices, status, choose }: StatusChoiceProps) {
  return (
    <Radio.Group label={texts.status} value={status} onChange={choose}>
      <Group gap="md" mt={6}>
        {choices.map((choice) => (
          <Radio key={choice} value={choice} label={words(choice)} size="sm" />
        ))}
      </Group>
    </Radio.Group>
  );
}

/** The incident and what its components become, as one act that can be taken back. */
function usePublish({ kind }: Definition, incident: IncidentRow | undefined, onDone: () => void) {
  const edits = useEdits();
  const notice = useNotice();
  return {
    isPending: edits.isPending,
    error: edits.error,
    publish(fields: JsonObject, states: readonly Edit[]) {
      const edit: Edit =
        incident === undefined
          ? { op: "create", resource: kind, fields }
          : { op: "save", resource: kind, id: incident.id, fields };
      edits.mutate([edit, ...states], {
        onSuccess: ({ id }) => {
          notice.show({ text: texts.theUpdateIsPublished, plan: id });
          onDone();
        },
      });
    },
  };
}
