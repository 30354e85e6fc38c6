/** What Grafana OnCall's resources become, by the schemas of its provider (registry.terraform.io/providers/grafana/grafana). */
import { Attributes } from "../attributes.ts";
import type { AddRow, Mapping, MigrationContext } from "../mapping.ts";
import { textOf } from "../objects.ts";
import { mapChain } from "../on-call/grafana-chain.ts";
import { mapSchedule } from "../on-call/grafana-oncall.ts";
import { People } from "../on-call/people.ts";
import { rotaAmong } from "../on-call/rota.ts";

/** In the order in which they run: what is pointed at comes first. */
export const grafanaOncallMappings: readonly Mapping[] = [
  { type: "grafana_oncall_schedule", map: mapResource },
  { type: "grafana_oncall_on_call_shift", map: () => "it stands in the rotas of the schedules that name it" },
  { type: "grafana_oncall_escalation_chain", ofData: true, map: mapChainResource },
  { type: "grafana_oncall_escalation", map: (step, _, context) => ofChain(step, context, "its step stands") },
  {
    type: "grafana_oncall_route",
    map: (route, _, context) => ofChain(route, context, "what it looks for stands"),
  },
];

function mapResource(schedule: Attributes, add: AddRow, context: MigrationContext): string | undefined {
  if (schedule.text("type") === "ical") {
    context.first(
      "nobody is called by it: its calendar is elsewhere; fetch it, and read it with `orgconfig migrate ical`",
    );
    return "its shifts are in the calendar at ical_url_primary";
  }
  const people = peopleOf(context);
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

function mapChainResource(chain: Attributes, add: AddRow, context: MigrationContext): undefined {
  const id = chain.text("id") ?? "";
  const notes: ConstructorParameters<typeof Attributes>[2] = [];
  const steps = context
    .sources("grafana_oncall_escalation", "escalation_chain_id", id)
    .map(({ values, sensitive, address }) => new Attributes(values, sensitive, notes, address))
    .sort((a, b) => (a.number("position") ?? 0) - (b.number("position") ?? 0));
  const routedBy = context
    .sources("grafana_oncall_route", "escalation_chain_id", id)
    .flatMap(({ values }) => textOf(values.routing_regex) ?? []);
  const rotaOf = (schedule: string) => rotaAmong(context.rows("grafana_oncall_schedule", "id", schedule));
  mapChain(chain, { steps, routedBy, people: peopleOf(context), rotaOf }, add, context);
  for (const step of steps) step.noteRest();
  for (const { field, message, level } of notes) chain.note(field, message, level);
}

/** @param what of it is in the rows of its chain */
function ofChain(part: Attributes, context: MigrationContext, what: string): string {
  const chain = context.sources(
    "grafana_oncall_escalation_chain",
    "id",
    part.text("escalation_chain_id") ?? "",
  );
  if (chain.length > 0) return `${what} in the route and the rules of its escalation chain`;
  context.first("nobody is notified by it: its escalation chain is not in the file; export it too");
  return "its escalation chain is not in the file";
}

function peopleOf(context: MigrationContext): People {
  return new People(context.options.people, ({ id }) => emailOf(id, context));
}

const how =
  "Terraform does not show who is on call when; `orgconfig migrate grafana-oncall` reads it from the API's answer";

function emailOf(id: string | undefined, { sources }: MigrationContext): string | undefined {
  const [user] = id === undefined ? [] : sources("grafana_oncall_user", "id", id);
  return textOf(user?.values.email);
}
