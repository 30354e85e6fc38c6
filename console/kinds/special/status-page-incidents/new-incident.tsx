/** What the form of a new incident has of the desk: texts to begin with, and a button that says what it does. */
import { useEffect, useState } from "react";
import type { Definition } from "../../../../src/surfaces/console/definitions.ts";
import { useDefinition } from "../../../api/queries.ts";
import { useHere } from "../../../shell/session.ts";
import { kindNames } from "../../names.ts";
import type { FieldPartProps, SaveWordsProps } from "../../part-props.ts";
import { ComponentStates, type States, stateEdits } from "./component-states.tsx";
import { Templates } from "./post.tsx";
import { isPublished, reachOf, useReach } from "./reach.tsx";
import * as texts from "./texts.ts";
import { useComponents, useOwnTemplates } from "./use-incident.ts";
import {
  type Component,
  type IncidentRow,
  proposedStates,
  publishLabel,
  statusOfImpact,
  templatesOf,
} from "./words.ts";

/** Below the message. */
export function IncidentTemplates({ form }: FieldPartProps) {
  const { status, impact, component_ids = [], body = "" } = form.whole as unknown as Partial<IncidentRow>;
  const components = useComponents({ component_ids });
  const own = useOwnTemplates();
  if (form.base !== undefined || status === undefined || impact === undefined || components === undefined)
    return null;
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

/** Below the impact of a new incident: what its components will show, as the impact proposes it. */
export function ProposedStates({ form }: FieldPartProps) {
  const { impact = "none", component_ids = [] } = form.whole as unknown as Partial<IncidentRow>;
  const components = useComponents({ component_ids });
  const [chosen, setChosen] = useState<States>({});
  const isNew = form.base === undefined;
  const offered = isNew && impact in statusOfImpact ? components?.filter(isSet) : [];
  const states = proposedStates(impact, offered ?? [], chosen);
  const edits = offered && stateEdits(offered, states);
  const key = JSON.stringify(edits);
  const { setAlso } = form;
  const may = useMay();
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows what is proposed
  useEffect(() => {
    if (isNew && may) setAlso(edits);
  }, [key, isNew, may]);
  if (offered === undefined || offered.length === 0) return null;
  return <ComponentStates components={offered} chosen={states} choose={setChosen} status={undefined} />;
}

/** Whether people set its status. */
function isSet({ status_source }: Component): boolean {
  return status_source === "manual";
}

function useMay(): boolean {
  const here = useHere();
  return here.allows((useDefinition(kindNames.component) as Definition).level);
}

/** On the button: a new incident, state or message is published, the rest only saved. */
export function PublishWords({ form, usual }: SaveWordsProps) {
  const reach = useReach(reachOf(form));
  if (!isPublished(form)) return usual;
  return reach === undefined ? texts.publish : publishLabel(reach);
}
