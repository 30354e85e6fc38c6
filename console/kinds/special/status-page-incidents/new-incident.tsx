/** What the form of a new incident has of the desk: texts to begin with, and a button that says what it does. */
import type { FieldPartProps, SaveWordsProps } from "../../part-props.ts";
import { Templates } from "./post.tsx";
import { isPublished, reachOf, useReach } from "./reach.tsx";
import * as texts from "./texts.ts";
import { useComponents, useOwnTemplates } from "./use-incident.ts";
import { type IncidentRow, publishLabel, templatesOf } from "./words.ts";

/** Below the message. */
export function IncidentTemplates({ form }: FieldPartProps) {
  const { status, impact, component_ids = [], body = "" } = form.whole as unknown as Partial<IncidentRow>;
  const components = useComponents({ component_ids });
  const own = useOwnTemplates();
  if (form.base !== undefined || status === undefined || impact === undefined) return null;
  const offered = templatesOf(
    { status, impact },
    components.map(({ name }) => name),
    own,
  );
  const pick = (template: { readonly status: string; readonly text: string }) => {
    form.set("status", template.status);
    form.set("body", template.text);
  };
  return <Templates offered={offered} body={body} pick={pick} />;
}

/** On the button: a new incident, state or message is published, the rest only saved. */
export function PublishWords({ form, usual }: SaveWordsProps) {
  const reach = useReach(reachOf(form));
  if (!isPublished(form)) return usual;
  return reach === undefined ? texts.publish : publishLabel(reach);
}
