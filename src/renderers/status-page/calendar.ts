/** Planned maintenance as a calendar. */
import { type CalendarEvent, calendarText } from "../../kernel/calendar.ts";
import { uuidOf } from "./ids.ts";
import { incidentWords } from "./overall.ts";
import { isMaintenance, type PageIncident, type PageState } from "./state.ts";

export function calendarOf(state: PageState): string {
  const { title: name, url } = state.page;
  const events = state.incidents.filter(isMaintenance).flatMap((incident) => eventOf(state, incident));
  return calendarText({ product: "status page", name, url, events });
}

function eventOf({ page, components }: PageState, incident: PageIncident): CalendarEvent[] {
  const { id, title, status, scheduledFor, scheduledUntil, createdAt, updatedAt, updates, componentIds } =
    incident;
  if (scheduledFor === null) return [];
  const names = components.flatMap((one) => (componentIds.includes(one.id) ? [one.name] : []));
  const affects = names.length === 0 ? [] : [`Affects: ${names.join(", ")}`];
  const said = updates.at(-1)?.body ?? "";
  const lasts = scheduledUntil !== null && Date.parse(scheduledUntil) > Date.parse(scheduledFor);
  return [
    {
      ...{ uid: uuidOf(id), at: updatedAt, from: scheduledFor, to: lasts ? scheduledUntil : null },
      // Also with a change of the times alone.
      sequence: Math.max(0, Math.ceil((Date.parse(updatedAt) - Date.parse(createdAt)) / 1_000)),
      summary: title,
      description: [`${incidentWords[status]}: ${said}`, ...affects].join("\n\n"),
      url: `${page.url}/incidents/${id}`,
    },
  ];
}
