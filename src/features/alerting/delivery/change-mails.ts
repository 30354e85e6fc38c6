/** Changes of configuration as mails: who changed which row, and what of it, in words. */
import type { Registry } from "../../../engine/feature.ts";
import { pageOfRow } from "../../../engine/ports/raise-event.ts";
import { oneLine } from "../../../kernel/one-line.ts";
import { counted, figure, readable } from "../../../kernel/readable.ts";
import type { MailSection } from "../../../renderers/mail/index.ts";
import { changeNotificationsKind } from "../../../resources/change-notifications.ts";
import type { Place } from "./change-message.ts";
import { planTitle } from "./change-text.ts";
import { changeWords, deedOf, type NameOfRow } from "./change-words.ts";
import type { ChangeMessage, ChangePayload, MailPayload, PlanMessage, PlanPayload } from "./messages.ts";

/** Most characters of a mail's text about a plan. */
const mailRoom = 100_000;
/** Of whom a heading names each. */
const mostPeople = 3;

export interface WordsDeps {
  readonly definitions: Registry;
  readonly siteUrl: string;
}

/** What a mail says of an act. */
export type Words = Pick<MailPayload, "heading" | "facts" | "sections" | "link" | "thread" | "act">;

/** The organization, and where its notifications are changed. */
export interface SettingsPlace extends Place {
  readonly settingsUrl: string;
}

export function placeOf({ name, slug }: Place, siteUrl: string): SettingsPlace {
  return { name, slug, settingsUrl: `${siteUrl}/o/${slug}/settings/${changeNotificationsKind}` };
}

/** What the mail about an act says. */
export function wordsOf(
  deps: WordsDeps,
  { type, message }: ChangePayload | PlanPayload,
  nameOfRow: NameOfRow,
): Promise<Words> {
  return type === "plan" ? wordsOfPlan(deps, message, nameOfRow) : wordsOfChange(deps, message, nameOfRow);
}

/** A change in words: by whom, which row by its name, and field by field where the notification shows that. */
async function wordsOfChange(
  { definitions, siteUrl }: WordsDeps,
  message: ChangeMessage,
  nameOfRow: NameOfRow,
): Promise<Words> {
  const { organization, resource, row_id, verb, changes = [] } = message;
  const lines = await changeWords(definitions, message, changes, nameOfRow);
  const place = row_id === resource ? `settings/${resource}` : pageOfRow(resource, row_id);
  const page = { label: "See the row", url: `${siteUrl}/o/${organization.slug}/${place}` };
  return {
    heading: oneLine(`${message.actor.name} ${deedOf(message)}`, 300),
    ...actOf(message),
    sections: lines.length === 0 ? [] : [{ title: "", lines: lines.map((text) => ({ text })) }],
    link: verb === "delete" ? null : page,
    thread: `${resource}/${row_id}`,
  };
}

/** A plan's changes, each with its fields, as far as a mail has room. */
async function wordsOfPlan(
  { definitions, siteUrl }: WordsDeps,
  message: PlanMessage,
  nameOfRow: NameOfRow,
): Promise<Words> {
  const { organization, plan_id, changes, more_changes } = message;
  const sections: MailSection[] = [];
  let room = mailRoom;
  for (const change of changes) {
    const title = oneLine(capital(deedOf(change)), 300);
    const lines = await changeWords(definitions, change, change.changes ?? [], nameOfRow);
    room -= [title, ...lines].reduce((sum, line) => sum + line.length + 1, 0);
    if (room < 0 && sections.length > 0) break;
    sections.push({ title, lines: lines.map((text) => ({ text })) });
  }
  const rest = changes.length - sections.length + more_changes;
  const more = { title: `And ${figure(rest)} more, which the plan lists.`, lines: [] };
  return {
    heading: planTitle(message),
    ...actOf(message),
    sections: rest > 0 ? [...sections, more] : sections,
    link: { label: "See the plan", url: `${siteUrl}/o/${organization.slug}/plans/${plan_id}` },
    thread: `plan/${plan_id}`,
  };
}

function actOf({ actor, at }: Pick<ChangeMessage, "actor" | "at">) {
  const [who, when] = [whoIn({ actor }), whenIn({ at })];
  // The heading names a person already, and what else it was only by its name.
  return { facts: [...(actor.kind === "user" ? [] : [who]), when], act: { by: actor.name, at: when.value } };
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

const sorts: Readonly<Record<ChangeMessage["actor"]["kind"], string>> = {
  key: " (API key)",
  operator: " (operator)",
  service: " (the service itself)",
  token: " (personal access token)",
  user: "",
};

/** Who it was: a person by their address, others by name and sort. */
export function whoIn({ actor }: Pick<ChangeMessage, "actor">) {
  return { label: "Who", value: `${actor.name}${sorts[actor.kind]}` };
}

export function whenIn({ at }: Pick<ChangeMessage, "at">) {
  return { label: "When", value: readable(new Date(at)) };
}

/** Changes that are near to each other as one mail, in their order. */
export function together(mails: readonly MailPayload[]): MailPayload {
  const [first] = mails as [MailPayload];
  const people = [...new Set(mails.flatMap(({ act }) => act?.by ?? []))];
  const heading =
    people.length === 1
      ? `${people[0]} made ${counted(mails.length, "change")}`
      : `${counted(mails.length, "change")} by ${people.length > mostPeople ? `${figure(people.length)} people and keys` : people.join(", ")}`;
  const sections: MailSection[] = [];
  let room = mailRoom;
  for (const { heading, act, sections: [own] = [], link } of mails) {
    const lines = [...(own?.lines ?? []), ...(link === null ? [] : [{ text: link.label, url: link.url }])];
    room -= lines.reduce((sum, { text }) => sum + text.length, heading.length);
    if (room < 0 && sections.length > 0) break;
    sections.push({ title: act === undefined ? heading : `${heading}, ${act.at}`, lines });
  }
  const rest = mails.length - sections.length;
  const more = { title: `And ${figure(rest)} more, which the audit log lists.`, lines: [] };
  return {
    ...first,
    heading: oneLine(heading, 300),
    facts: [],
    sections: rest > 0 ? [...sections, more] : sections,
    link: null,
    thread: null,
    act: undefined,
  };
}

/** What the notification of this name mails. @param leaving how its receiver gets no more of it */
export function mailOf(
  name: string,
  words: Words,
  place: SettingsPlace,
  leaving: Pick<MailPayload, "unsubscribeUrl" | "oneClick">,
): MailPayload {
  return {
    type: "mail",
    text: null,
    ...words,
    footer: `You get this because the change notification "${name}" of ${place.name} names your address.`,
    footerLink: { label: "Change what is notified, and to whom", url: place.settingsUrl },
    ...leaving,
  };
}
