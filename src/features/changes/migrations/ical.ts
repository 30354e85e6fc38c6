/** Calendars of who is on call, such as other tools feed them. */

import { readable } from "../../../kernel/readable.ts";
import { countOf } from "../../../kernel/words.ts";
import type { Stretch } from "../../../shifts/shapes.ts";
import { migrateParts, type Part } from "./objects.ts";
import { addressesOf, type Calendar, calendarOf, groupsOf, type Series } from "./on-call/ical.ts";
import { People } from "./on-call/people.ts";
import { inRoles, roleOf } from "./on-call/roles.ts";
import { addRota, type NotedLayer, type Taken } from "./on-call/rota.ts";
import { type MigrationSource, mostBytes } from "./source.ts";

export const ical: MigrationSource = {
  name: "ical",
  title: "calendars of who is on call (iCal)",
  files: "an .ics file for each rota, with events that are called by a person's name or address",
  form: "yaml",
  mostBytes,
  options: ["people"],
  read(files, options) {
    const now = options.now?.getTime();
    return migrateParts(
      files.map((file): Part => {
        const calendar = calendarOf(file, now);
        const { name } = calendar;
        return {
          file: file.name,
          value: {},
          address: `calendar ${name}`,
          label: name,
          map: mapCalendar(calendar),
        };
      }),
      options,
    );
  },
};

function mapCalendar(calendar: Calendar): Part["map"] {
  const { name, timezone, series, from, to } = calendar;
  return (attributes, add, context) => {
    const people = new People(context.options.people, () => undefined);
    const addressOf = people.addressOf.bind(people);
    const listed: Series[] = [];
    const groups = groupsOf(calendar, (one, why) => {
      listed.push(one);
      context.first(
        `events of ${one.person.name ?? "nobody"} come again and become overrides until ${readable(new Date(to))}, after which nobody is on call by them: ${why}`,
      );
    });
    const layers = inRoles([
      groups.map((group): NotedLayer => {
        const { begins, from, until, rhythm } = group;
        const turns = addressesOf(group, addressOf);
        const note = (message: string) => attributes.note("", message);
        return { note, name: "", role: "", turns, begins, from, until, ...rhythm };
      }),
    ]);
    const single = [...series.filter(({ recurrence }) => recurrence === undefined), ...listed];
    if (single.length > listed.length)
      attributes.note(
        "",
        `${countOf(single.length - listed.length, "event")} that do not come again become overrides, as far as they are not over`,
      );
    const roles = new Set(layers.map(({ role }) => role)).size;
    const taken = single.flatMap((one) =>
      one.ahead.map((time) => ({ ...time, email: addressOf(one.person) })),
    );
    const overrides = unoverlapped(taken, roles);
    const entries = series.flatMap(({ ahead, person }) =>
      ahead.map((time) => ({ ...time, email: addressOf(person) })),
    );
    const schedule = { tool: "the calendar", name, timezone, description: undefined, layers, overrides };
    addRota({ ...schedule, rendered: { entries, from, to }, how: "" }, people, attributes, add, context);
    return undefined;
  };
}

/** Events of a calendar hide nothing: those that overlap get roles of their own, after the roles of rotations. */
function unoverlapped(events: readonly (Stretch & { readonly email: string })[], roles: number): Taken[] {
  const parts: Taken[][] = [];
  for (const event of [...events].sort((a, b) => a.from - b.from)) {
    const place = parts.findIndex((part) => (part.at(-1) as Taken).to <= event.from);
    const own = place < 0 ? parts.length : place;
    parts[own] = [...(parts[own] ?? []), { ...event, role: roleOf(roles + own) }];
  }
  return parts.flat();
}
