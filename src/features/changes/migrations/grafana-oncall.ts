/** Grafana OnCall by the answers of its API: schedules, shifts, escalation chains with their steps, users. */
import type { JsonObject } from "../../../kernel/validate.ts";
import { Attributes } from "./attributes.ts";
import { type Found, listed, migrateParts, objectsIn, type Part, textOf } from "./objects.ts";
import { mapSchedule } from "./on-call/grafana-oncall.ts";
import { among, People } from "./on-call/people.ts";
import type { Rendered } from "./on-call/proof.ts";
import { type MigrationSource, mostBytes, WrongFiles } from "./source.ts";

type Sort = "schedule" | "shift" | "final" | "chain" | "step" | "route" | "user" | "other";

export const grafanaOncall: MigrationSource = {
  name: "grafana-oncall",
  title: "Grafana OnCall's schedules and escalation chains",
  files:
    "answers of its API: /schedules, /on_call_shifts, /schedules/{id}/final_shifts (in a file that is named after the id), /escalation_chains, /escalation_policies, /routes, /users",
  form: "yaml",
  mostBytes,
  options: ["people"],
  read(files, options) {
    const all = objectsIn(files).flatMap(({ file, value }) => {
      const results = Array.isArray(value.results) ? listed(value, "results") : [value];
      return results.map((one) => ({ file, value: one, sort: sortOf(one) }));
    });
    const of = (sort: Sort) => all.filter((one) => one.sort === sort);
    const schedules = of("schedule");
    if (schedules.length + of("chain").length === 0)
      throw new WrongFiles([
        "the files hold no schedules and no escalation_chains, as Grafana OnCall's API answers them",
      ]);
    const users = [...of("user"), ...of("final")].map(({ value }) => ({
      id: textOf(value.id) ?? textOf(value.user_pk),
      name: textOf(value.username) ?? textOf(value.user_username),
      email: textOf(value.email) ?? textOf(value.user_email),
    }));
    const people = new People(options.people, among(users));
    const shifts = new Map(of("shift").map(({ value }) => [textOf(value.id), value]));
    return migrateParts(
      schedules.map((one) =>
        part(one, "schedule", (schedule, add, context) => {
          if (one.value.type === "ical") {
            context.first(
              "nobody is called by it: its calendar is elsewhere; fetch it, and read it with `orgconfig migrate ical`",
            );
            return "its shifts are in the calendar at ical_url_primary";
          }
          const rendered = renderedOf(one, schedules, of("final"), people);
          const notes: ConstructorParameters<typeof Attributes>[2] = [];
          const own = textsIn(one.value, "shifts").map((id) => {
            const value = shifts.get(id);
            if (value === undefined)
              context.first(
                `the shift ${id} is in no file, and its people are not on call: add the answer of GET /on_call_shifts`,
              );
            return new Attributes(value ?? {}, {}, notes, `shift ${textOf(value?.name) ?? id}`);
          });
          mapSchedule(
            schedule,
            { people, shifts: own.filter((shift) => shift.names().length > 0), rendered, how: howToRender },
            add,
            context,
          );
          for (const shift of own) shift.noteRest();
          for (const { field, message, level } of notes) schedule.note(field, message, level);
          return undefined;
        }),
      ),
      options,
    );
  },
};

const howToRender =
  "the files have no final shifts; GET /schedules/{id}/final_shifts?start_date=…&end_date=… has them, in a file that is named after the schedule's id";

function part({ file, value }: Found, sort: string, map: Part["map"]): Part {
  const name = textOf(value.name) ?? textOf(value.id) ?? "no name";
  return { file, value, address: `${sort} ${name}`, label: name, map };
}

function sortOf(value: JsonObject): Sort {
  if ("shift_start" in value) return "final";
  if ("escalation_chain_id" in value)
    return "routing_regex" in value || "routing_type" in value ? "route" : "step";
  if ("duration" in value && "type" in value) return "shift";
  if ("on_call_now" in value || "shifts" in value || "ical_url_primary" in value) return "schedule";
  if ("email" in value && "username" in value) return "user";
  return "name" in value && "id" in value && !("type" in value) ? "chain" : "other";
}

/** Final shifts do not say whose they are: the file is named after the schedule's id, unless there is only one schedule. */
function renderedOf(
  { value }: Found,
  schedules: readonly Found[],
  final: readonly Found[],
  people: People,
): Rendered | undefined {
  const id = textOf(value.id) ?? "";
  const own = schedules.length === 1 ? final : final.filter(({ file }) => file.includes(id));
  if (own.length === 0) return undefined;
  const entries = own.flatMap(({ value: shift }) => {
    const [from, to] = [Date.parse(String(shift.shift_start)), Date.parse(String(shift.shift_end))];
    const person = {
      id: textOf(shift.user_pk),
      name: textOf(shift.user_username),
      email: textOf(shift.user_email),
    };
    return from < to ? [{ from, to, email: people.addressOf(person) }] : [];
  });
  return { entries, from: undefined, to: undefined };
}

function textsIn(value: JsonObject, name: string): string[] {
  const list = value[name];
  return Array.isArray(list) ? list.filter((one): one is string => typeof one === "string") : [];
}
