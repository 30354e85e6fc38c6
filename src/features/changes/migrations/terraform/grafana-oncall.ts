/** What Grafana OnCall's resources become, by the schemas of its provider (registry.terraform.io/providers/grafana/grafana). */
import { Attributes } from "../attributes.ts";
import type { AddRow, Mapping, MigrationContext } from "../mapping.ts";
import { textOf } from "../objects.ts";
import { mapSchedule } from "../on-call/grafana-oncall.ts";
import { People } from "../on-call/people.ts";

/** In the order in which they run: what is pointed at comes first. */
export const grafanaOncallMappings: readonly Mapping[] = [
  { type: "grafana_oncall_schedule", map: mapResource },
  { type: "grafana_oncall_on_call_shift", map: () => "it stands in the rotas of the schedules that name it" },
];

function mapResource(schedule: Attributes, add: AddRow, context: MigrationContext): string | undefined {
  if (schedule.text("type") === "ical") {
    context.first(
      "nobody is called by it: its calendar is elsewhere; fetch it, and read it with `orgconfig migrate ical`",
    );
    return "its shifts are in the calendar at ical_url_primary";
  }
  const people = new People(context.options.people, ({ id }) => emailOf(id, context));
  const notes: ConstructorParameters<typeof Attributes>[2] = [];
  const shifts = schedule.texts("shifts").flatMap((id) => {
    const [found] = context.sources("grafana_oncall_on_call_shift", "id", id);
    if (found !== undefined) return [new Attributes(found.values, found.sensitive, notes, found.address)];
    context.first(`the shift ${id} is not in the file, and its people are not on call: export it too`);
    return [];
  });
  schedule.ignore("ical_url_primary");
  mapSchedule(schedule, { people, shifts, rendered: undefined, how }, add, context);
  for (const shift of shifts) shift.noteRest();
  for (const { field, message, level } of notes) schedule.note(field, message, level);
  return undefined;
}

const how =
  "Terraform does not show who is on call when; `orgconfig migrate grafana-oncall` reads it from the API's answer";

function emailOf(id: string | undefined, { sources }: MigrationContext): string | undefined {
  const [user] = id === undefined ? [] : sources("grafana_oncall_user", "id", id);
  return textOf(user?.values.email);
}
