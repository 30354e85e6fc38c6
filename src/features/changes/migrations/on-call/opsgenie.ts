/** Opsgenie's schedules, as its API (version 2) answers them and as its Terraform provider shows them. */
import { formats } from "../../../../kernel/format.ts";
import { firstRole } from "../../../../resources/on-call-rotas.ts";
import { clockOf } from "../../../../shifts/clock.ts";
import type { Stretch } from "../../../../shifts/shapes.ts";
import type { Attributes } from "../attributes.ts";
import type { AddRow, MigrationContext } from "../mapping.ts";
import { momentOf } from "./moment.ts";
import { nobody, type People, placeOf } from "./people.ts";
import type { Entry, Rendered } from "./proof.ts";
import { inRoles } from "./roles.ts";
import { addRota, type NotedLayer, type Rota } from "./rota.ts";
import { dayMinutes, minutesFrom, weekMinutes } from "./week.ts";

const tool = "Opsgenie";

/** What the two forms call the same. */
interface Form {
  /** A name of the API in this form. */
  named(name: string): string;
  readonly participants: string;
  /** The one block of a name. */
  block(of: Attributes, name: string): Attributes | undefined;
}

export const ofApi: Form = {
  named: (name) => name,
  participants: "participants",
  block: (of, name) => (of.names().includes(name) ? of.map(name) : undefined),
};

export const ofTerraform: Form = {
  named: (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  participants: "participant",
  block: (of, name) => of.blocks(name)[0],
};

/** What the files say of a schedule elsewhere. */
export interface Around {
  readonly form: Form;
  readonly people: People;
  /** The addresses of a team's members; undefined where the files do not name them. */
  teamOf(team: {
    readonly id: string | undefined;
    readonly name: string | undefined;
  }): readonly string[] | undefined;
  readonly rotations: readonly Attributes[];
  /** Those of the list, each a whole answer. */
  readonly overrides: readonly Attributes[];
  /** The answers of GET /v2/schedules/{id}/timeline. */
  readonly timelines: readonly Attributes[];
}

export function mapSchedule(
  schedule: Attributes,
  around: Around,
  add: AddRow,
  context: MigrationContext,
): Rota | undefined {
  const { form, people } = around;
  schedule.ignore("id", "links");
  schedule.lost(form.named("ownerTeam"), "choose the team that owns the rota (team_id)", "info");
  schedule.lost("owner_team_id", "choose the team that owns the rota (team_id)", "info");
  if (schedule.flag("enabled") === false)
    schedule.note("enabled", "it is switched off there, so that it calls nobody; the rota has its turns");
  const name = schedule.text("name") ?? "";
  const timezone = schedule.text("timezone") ?? "UTC";
  const known = formats.timezone.check(timezone) === undefined ? timezone : "UTC";
  const named = new Map<string, string>();
  const single = around.rotations.flatMap((rotation) => {
    const id = rotation.text("id");
    return layerOf(rotation, known, around, context).map((layer) => ({ ...layer, id }));
  });
  const layers = inRoles([single]);
  for (const { id, role } of layers) if (id !== undefined) named.set(id, role);
  const roles = [...new Set(layers.map(({ role }) => role))];
  if (roles.length > 1)
    schedule.note(
      "rotations",
      `overlap, and all of them are on call: they are the roles ${roles.join(", ")}, and what notifies the schedule names each`,
    );
  const overrides = around.overrides.flatMap((one) => {
    one.ignore("_parent", "alias");
    const [from, to] = [momentOf(one, "startDate"), momentOf(one, "endDate")];
    const emails = peopleOf(one.map("user"), around, context.first);
    const own = one.blocks("rotations").map((rotation) => {
      rotation.ignore("name");
      return named.get(rotation.text("id") ?? "") ?? firstRole;
    });
    if (from === undefined || to === undefined || from >= to) return [];
    const taken = own.length === 0 ? (roles.length === 0 ? [firstRole] : roles) : [...new Set(own)];
    return taken.flatMap((role) => emails.map((email) => ({ role, email, from, to })));
  });
  return addRota(
    {
      tool,
      name,
      timezone,
      description: schedule.text("description"),
      layers,
      overrides,
      rendered: renderedBy(around),
      how:
        form === ofApi
          ? "the files have no timeline; GET /v2/schedules/{id}/timeline?intervalUnit=months&interval=3 has it"
          : "Terraform does not show who is on call when; `orgconfig migrate opsgenie` reads it from the API's answer",
    },
    people,
    schedule,
    add,
    context,
  );
}

const units = { hourly: "hours", daily: "days", weekly: "weeks" } as const;
const isUnit = (type: string | undefined): type is keyof typeof units => type !== undefined && type in units;

function layerOf(
  rotation: Attributes,
  timezone: string,
  around: Around,
  context: MigrationContext,
): readonly NotedLayer[] {
  const { form } = around;
  rotation.ignore("id", form.named("scheduleId"));
  const name = rotation.text("name") ?? "";
  const type = rotation.text("type")?.toLowerCase();
  const begins = momentOf(rotation, form.named("startDate"));
  const until = momentOf(rotation, form.named("endDate"));
  const turns = rotation.blocks(form.participants).map((one) => peopleOf(one, around, context.first));
  const every = rotation.number("length") ?? 1;
  const restriction = form.block(rotation, form.named("timeRestriction"));
  const covers = restriction === undefined ? undefined : coversOf(restriction, form);
  if (turns.length === 0) {
    rotation.note(form.participants, `has nobody: the rotation ${JSON.stringify(name)} is left out`);
    return [];
  }
  if (begins === undefined || !isUnit(type)) {
    context.first(
      `the rotation ${JSON.stringify(name)} is left out, and its people are not on call: ${begins === undefined ? "it has no start" : `its type ${JSON.stringify(type)} is not hourly, daily or weekly`}`,
    );
    return [];
  }
  const note = (message: string) => rotation.note("", message);
  if (clockOf(timezone).wallAt(begins) % 60_000 !== 0) note("begins at a second that is no whole minute");
  return [
    {
      note,
      name,
      role: firstRole,
      turns,
      begins,
      from: begins,
      until,
      every: every || 1,
      unit: units[type],
      covers,
    },
  ];
}

/** Everybody who is on call as one participant. */
function peopleOf(one: Attributes, { people, teamOf }: Around, first: (message: string) => void): string[] {
  const [type, id, name] = ["type", "id", "name"].map((key) => one.text(key));
  const username = one.text("username");
  switch (type) {
    case "none":
      return [nobody];
    case "team": {
      const members = teamOf({ id, name });
      if (members !== undefined && members.length > 0) return [...members];
      first(
        `no file has the members of the team ${JSON.stringify(name ?? id)}, which is on call: add GET /v2/teams/{id}`,
      );
      return [placeOf(id ?? name ?? "")];
    }
    case "escalation":
      first(
        `the escalation ${JSON.stringify(name ?? id)} is on call in it, which no turn can say: put people in its place`,
      );
      return [placeOf(id ?? name ?? "")];
    default:
      return [people.addressOf({ id, name: name ?? username, email: username })];
  }
}

const days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/** The minutes of the week in which a rotation covers. */
function coversOf(restriction: Attributes, form: Form): readonly Stretch[] {
  const clock = (block: Attributes, which: string) =>
    (block.number(form.named(`${which}Hour`)) ?? 0) * 60 + (block.number(form.named(`${which}Min`)) ?? 0);
  if (restriction.text("type") === "time-of-day") {
    const block = form.block(restriction, "restriction");
    if (block === undefined) return minutesFrom(0, weekMinutes);
    const [start, end] = [clock(block, "start"), clock(block, "end")];
    const length = (end - start + dayMinutes) % dayMinutes || dayMinutes;
    return days.flatMap((_, day) => minutesFrom(day * dayMinutes + start, length));
  }
  return restriction.blocks("restrictions").flatMap((block) => {
    const at = (which: string) =>
      days.indexOf(block.text(form.named(`${which}Day`))?.toLowerCase() ?? "") * dayMinutes +
      clock(block, which);
    const [start, end] = [at("start"), at("end")];
    return minutesFrom(start, (end - start + weekMinutes) % weekMinutes || weekMinutes);
  });
}

/** What Opsgenie worked out, and for which time. */
function renderedBy(around: Around): Rendered | undefined {
  const { timelines } = around;
  if (timelines.length === 0) return undefined;
  const all = timelines.map((timeline) => {
    timeline.ignore("_parent", "description", "ownerTeam", "expandable", "baseTimeline", "overrideTimeline");
    timeline.ignore("forwardingTimeline");
    const entries = timeline
      .map("finalTimeline")
      .blocks("rotations")
      .flatMap((rotation) => {
        rotation.ignore("id", "name", "order");
        return rotation.blocks("periods").flatMap((period): Entry[] => {
          period.ignore("type", "flattenedRecipients");
          const [from, to] = [momentOf(period, "startDate"), momentOf(period, "endDate")];
          const emails = peopleOf(period.map("recipient"), around, () => {});
          if (from === undefined || to === undefined || from >= to) return [];
          return emails.flatMap((email) => (email === nobody ? [] : [{ email, from, to }]));
        });
      });
    return { from: momentOf(timeline, "startDate"), to: momentOf(timeline, "endDate"), entries };
  });
  // One after the other, as they are asked for; a hole between two would be nobody.
  const [first] = all;
  return all.length === 1
    ? first
    : { from: undefined, to: undefined, entries: all.flatMap(({ entries }) => entries) };
}
