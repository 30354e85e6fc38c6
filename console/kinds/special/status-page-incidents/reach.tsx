/** Whom an incident's update would reach: said before it is published, at its desk and at its form. */
import { useQuery } from "@tanstack/react-query";
import type { Definition } from "../../../../src/surfaces/console/definitions.ts";
import { namedActions } from "../../../api/calls.ts";
import { readQuery, rowQuery, subscribersQuery, useDefinition } from "../../../api/queries.ts";
import type { EmitAnswer } from "../../../api/shapes.ts";
import type { RowForm } from "../../../forms/form-state.ts";
import { Quiet } from "../../../parts/text.tsx";
import { useHere } from "../../../shell/session.ts";
import { kindNames } from "../../names.ts";
import type { FormPartProps } from "../../part-props.ts";
import * as texts from "./texts.ts";
import { type IncidentRow, type Reach, reachText } from "./words.ts";

/** @returns undefined until the service has answered */
export function useReach({ notify, draft }: Pick<IncidentRow, "notify" | "draft">): Reach | undefined {
  const { slug } = useHere();
  const page = useQuery(
    rowQuery(slug, useDefinition(kindNames.statusPage) as Definition, kindNames.statusPage),
  );
  const mail = useQuery(
    readQuery<EmitAnswer>(slug, namedActions.emitEvent, {
      event: "status_incident",
      title: texts.whoWouldBeMailed,
      explain: true,
    }),
  );
  const subscribed = useQuery(subscribersQuery(slug));
  if (page.data === undefined || mail.data === undefined) return undefined;
  // Until it is known who subscribes nothing says that nobody does.
  if (subscribed.data === undefined && subscribed.error === null) return undefined;
  const { enabled, slug: address } = page.data.row;
  const served = enabled === true && address !== null;
  if (draft)
    return { served: false, subscribers: 0, mailed: 0, unsent: texts.itIsADraftNobody, notifies: false };
  if (!notify)
    return { served, subscribers: 0, mailed: 0, unsent: texts.itsSettingNotifyIsOff, notifies: false };
  const { status, message, recipients } = mail.data;
  const subscribers = subscribed.data?.confirmed ?? 0;
  return {
    served,
    subscribers,
    mailed: recipients.length,
    unsent: status === "queued" ? undefined : message,
    notifies: true,
  };
}

/** A save of a new one, of its status or of its message publishes, and so does the end of a draft. */
export function isPublished({ base, draft }: RowForm): boolean {
  return base === undefined || "status" in draft || "body" in draft || "draft" in draft;
}

/** What of a form its reach follows from. */
export function reachOf({ whole }: RowForm): Pick<IncidentRow, "notify" | "draft"> {
  return { notify: whole.notify !== false, draft: whole.draft === true };
}

/** Below the fields of an incident's form. */
export function IncidentReach({ form }: FormPartProps) {
  const reach = useReach(reachOf(form));
  if (reach === undefined || !isPublished(form)) return null;
  return <Quiet role="note">{reachText(reach)}</Quiet>;
}
