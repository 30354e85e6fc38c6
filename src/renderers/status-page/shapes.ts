/** The shapes of Statuspage's API v2 that the page's JSON and its subscribers' webhooks have. */
import { boolean, choice, date, integer, list, object, text, timestamp } from "../../kernel/field.ts";
import type { ObjectValueOf } from "../../kernel/row-types.ts";
import { statusPageComponents } from "../../resources/status-page-components.ts";
import { statusPageIncidents } from "../../resources/status-page-incidents.ts";
import { indicators } from "./overall.ts";

const anything = Number.MAX_SAFE_INTEGER;
const { status: componentStatus } = statusPageComponents.fields;
const { status, impact } = statusPageIncidents.fields;
const moment = (description: string) => timestamp({ description });
const momentOrNull = (description: string) => timestamp({ description, nullable: true });
const name = (description: string) => text({ description, max: anything });
const pageId = name("The page's id.");

const statusOf = (description: string) => choice({ description, choices: componentStatus.choices });

export const componentFields = {
  id: name("The component's id."),
  name: name("Its name."),
  status: statusOf("How it is."),
  created_at: moment("When it was made."),
  updated_at: moment("When it last changed."),
  position: integer({ description: "Its place on the page, from 1.", min: 1 }),
  description: text({ description: "What it is; null without one.", max: anything, nullable: true }),
  showcase: boolean({ description: "Whether the page shows its days." }),
  start_date: date({ description: "Since when it is on the page; null for a group.", nullable: true }),
  group_id: text({ description: "The group that it is in; null for none.", max: anything, nullable: true }),
  page_id: pageId,
  group: boolean({ description: "Whether it is a group of components." }),
  only_show_if_degraded: boolean({ description: "Always false: the page shows every component." }),
  components: list({
    description: "The ids of a group's components.",
    optional: true,
    max: anything,
    items: name("A component's id."),
  }),
} as const;

export const updateFields = {
  id: name("The update's id."),
  status: choice({ description: "The incident's state from then on.", choices: status.choices }),
  body: text({ description: "The message to users.", min: 0, max: anything }),
  incident_id: name("The incident's id."),
  created_at: moment("When it was written."),
  updated_at: moment("The same."),
  display_at: moment("The same."),
  affected_components: list({
    description: "The components that the incident affects.",
    max: anything,
    items: object({
      description: "One component.",
      fields: {
        code: name("The component's id."),
        name: name("Its name."),
        old_status: statusOf("How it was before."),
        new_status: statusOf("How it was from then on."),
      },
    }),
  }),
} as const;

export const incidentFields = {
  id: name("The incident's id."),
  name: name("Its title."),
  status: choice({ description: "Its state.", choices: status.choices }),
  created_at: moment("When it was opened."),
  updated_at: moment("When it was last updated."),
  monitoring_at: momentOrNull("When a fix was first watched; null before."),
  resolved_at: momentOrNull("When it was over; null before."),
  impact: choice({ description: "How badly users are affected.", choices: impact.choices }),
  shortlink: name("Its own page."),
  started_at: moment("When it began; of planned work that has not begun, when it was announced."),
  page_id: pageId,
  incident_updates: list({
    description: "Its updates, the newest first.",
    max: anything,
    items: object({ description: "One update.", fields: updateFields }),
  }),
  components: list({
    description: "The components that it affects.",
    max: anything,
    items: object({ description: "One component.", fields: componentFields }),
  }),
  scheduled_for: timestamp({
    description: "Of planned work: when it begins; null where that is not said.",
    nullable: true,
    optional: true,
  }),
  scheduled_until: timestamp({
    description: "Of planned work: when it ends; null where that is not said.",
    nullable: true,
    optional: true,
  }),
} as const;

export const indicatorField = choice({
  description: "The worst of what the page shows.",
  choices: indicators,
});

export type ShownComponent = ObjectValueOf<typeof componentFields>;
export type ShownIncident = ObjectValueOf<typeof incidentFields>;
export type ShownUpdate = ObjectValueOf<typeof updateFields>;
