/** PagerDuty's schedules, as its API (version 2) answers them and as its Terraform provider shows them. */

import { formats } from "../../../../kernel/format.ts";
import { firstRole } from "../../../../resources/on-call-rotas.ts";
import { clockOf } from "../../../../shifts/clock.ts";
import type { Stretch } from "../../../../shifts/shapes.ts";
import type { Attributes } from "../attributes.ts";
import type { AddRow, MigrationContext } from "../mapping.ts";
import type { Layer } from "./layer.ts";
import { momentOf } from "./moment.ts";
import type { People, Person } from "./people.ts";
import type { Entry, Rendered } from "./proof.ts";
import { addRota, type NotedLayer, type Rota, type Schedule } from "./rota.ts";
import { dayMinutes, minutesFrom } from "./week.ts";

const tool = "PagerDuty";

/** What PagerDuty's provider writes where a description is left out. */
export const noDescription = "Managed by Terraform";

/** What the two forms call the same. */
interface Form {
  readonly layers: string;
  readonly restrictions: string;
  /** Whether the layer that decides comes first, as in the API's answers. */
  readonly highestFirst: boolean;
  usersOf(layer: Attributes): Person[];
  readonly how: string;
}

const ofApi: Form = {
  layers: "schedule_layers",
  restrictions: "restrictions",
  highestFirst: true,
  usersOf: (layer) =>
    layer.blocks("users").map((block) => {
      const user = block.map("user");
      return personOf(user);
    }),
  how: "the file has no rendered entries; GET /schedules/{id}?since=…&until=… has them",
};

const ofTerraform: Form = {
  layers: "layer",
  restrictions: "restriction",
  highestFirst: false,
  usersOf: (layer) => layer.texts("users").map((id) => ({ id })),
  how: "Terraform does not show who is on call when; `orgconfig migrate pagerduty` reads it from the API's answer",
};

export function mapApiSchedule(
  schedule: Attributes,
  people: People,
  add: AddRow,
  context: MigrationContext,
): Rota | undefined {
  schedule.ignore("id", "type", "summary", "self", "html_url", "http_cal_url", "personal_http_cal_url");
  schedule.ignore("web_cal_url", "created_at", "updated_at", "escalation_policies", "users");
  schedule.lost("teams", "choose the team that owns the rota (team_id)", "info");
  const overrides = schedule.map("overrides_subschedule");
  if (!schedule.names().includes("overrides_subschedule"))
    schedule.note("overrides_subschedule", "is not in the file: overrides are not carried over");
  overrides.ignore("name", "rendered_coverage_percentage");
  const final = schedule.map("final_schedule");
  final.ignore("name", "rendered_coverage_percentage");
  return mapSchedule(schedule, ofApi, people, add, context, {
    overrides: entriesOf(overrides, people),
    rendered: { entries: entriesOf(final, people), from: undefined, to: undefined },
  });
}

export function mapTerraformSchedule(
  schedule: Attributes,
  people: People,
  add: AddRow,
  context: MigrationContext,
): Rota | undefined {
  schedule.ignore("id", "overflow", "final_schedule");
  schedule.lost("teams", "choose the team that owns the rota (team_id)", "info");
  schedule.note("overrides", "are not in Terraform, and are not carried over", "info");
  return mapSchedule(schedule, ofTerraform, people, add, context, { overrides: [], rendered: undefined });
}

function mapSchedule(
  schedule: Attributes,
  form: Form,
  people: People,
  add: AddRow,
  context: MigrationContext,
  { overrides, rendered }: { readonly overrides: readonly Entry[]; readonly rendered: Rendered | undefined },
): Rota | undefined {
  const timezone = schedule.text("time_zone") ?? "UTC";
  const description = schedule.text("description");
  const known = formats.timezone.check(timezone) === undefined ? timezone : "UTC";
  const layers = schedule
    .blocks(form.layers)
    .flatMap((layer) => layerOf(layer, form, known, people, context));
  const whole: Schedule = {
    tool,
    name: schedule.text("name") ?? "",
    timezone,
    description: description === noDescription ? undefined : description,
    layers: form.highestFirst ? layers.reverse() : layers,
    overrides: overrides.map((one) => ({ ...one, role: firstRole })),
    rendered,
    how: form.how,
  };
  return addRota(whole, people, schedule, add, context);
}

function layerOf(
  layer: Attributes,
  form: Form,
  timezone: string,
  people: People,
  context: MigrationContext,
): readonly NotedLayer[] {
  layer.ignore("id", "rendered_schedule_entries", "rendered_coverage_percentage");
  const name = layer.text("name") ?? "";
  const users = form.usersOf(layer);
  const seconds = layer.number("rotation_turn_length_seconds") ?? 0;
  const [start, virtual, end] = ["start", "rotation_virtual_start", "end"].map((name) =>
    momentOf(layer, name),
  );
  const covers = coversOf(layer.blocks(form.restrictions));
  if (users.length === 0) {
    layer.note("users", `has nobody: the layer ${JSON.stringify(name)} is left out`);
    return [];
  }
  const turn = turnOf(seconds);
  const from = start ?? virtual;
  if (turn === undefined || from === undefined) {
    context.first(
      `the layer ${JSON.stringify(name)} is left out, and its people are not on call: ${turn === undefined ? `turns of ${seconds} seconds cannot be said here, those of whole hours can` : "it has no start"}`,
    );
    return [];
  }
  // Turns are counted from the virtual start in both directions.
  const clock = clockOf(timezone);
  const round = seconds * 1_000 * users.length;
  const wall = clock.wallAt(virtual ?? from);
  const rounds = Math.max(0, Math.ceil((wall - clock.wallAt(from)) / round));
  const begins = rounds === 0 ? (virtual ?? from) : clock.momentOf(wall - rounds * round);
  const turns = users.map((user) => [people.addressOf(user)]);
  const note = (message: string) => layer.note("", message);
  return [{ note, name, role: firstRole, turns, begins, from, until: end, ...turn, covers }];
}

function turnOf(seconds: number): Pick<Layer, "every" | "unit"> | undefined {
  const units = [
    ["weeks", 604_800],
    ["days", 86_400],
    ["hours", 3_600],
  ] as const;
  const [unit, length] = units.find(([, length]) => seconds > 0 && seconds % length === 0) ?? [];
  return unit === undefined || length === undefined ? undefined : { unit, every: seconds / length };
}

/** The minutes of the week in which a layer covers; undefined for all. Days begin with Monday, 1. */
function coversOf(restrictions: readonly Attributes[]): readonly Stretch[] | undefined {
  if (restrictions.length === 0) return undefined;
  return restrictions.flatMap((restriction) => {
    const [hour = 0, minute = 0, second = 0] = (restriction.text("start_time_of_day") ?? "")
      .split(":")
      .map(Number);
    const seconds = restriction.number("duration_seconds") ?? 0;
    const day = restriction.number("start_day_of_week");
    if (second !== 0 || seconds % 60 !== 0)
      restriction.note(
        "",
        "begins or ends at a second that is no whole minute: here it does so at the minute before",
      );
    const days = restriction.text("type") === "weekly_restriction" ? [(day ?? 1) - 1] : [0, 1, 2, 3, 4, 5, 6];
    return days.flatMap((on) => minutesFrom(on * dayMinutes + hour * 60 + minute, Math.floor(seconds / 60)));
  });
}

function entriesOf(rendered: Attributes, people: People): Entry[] {
  return rendered.blocks("rendered_schedule_entries").flatMap((entry) => {
    entry.ignore("id");
    const [from, to] = [momentOf(entry, "start"), momentOf(entry, "end")];
    const email = people.addressOf(personOf(entry.map("user")));
    return from === undefined || to === undefined || from >= to ? [] : [{ from, to, email }];
  });
}

function personOf(user: Attributes): Person {
  user.ignore("type", "self", "html_url");
  return { id: user.text("id"), name: user.text("summary") ?? user.text("name"), email: user.text("email") };
}
