/** Grafana OnCall by the answers of its API: schedules, shifts, escalation chains with their steps, users. */
import type { JsonObject } from "../../../kernel/validate.ts";
import { Attributes, type Note } from "./attributes.ts";
import { type Found, listed, migrateParts, objectsIn, type Part, textOf } from "./objects.ts";
import { mapChain } from "./on-call/grafana-chain.ts";
import { mapSchedule } from "./on-call/grafana-oncall.ts";
import { among, People } from "./on-call/people.ts";
import type { Rendered } from "./on-call/proof.ts";
import type { Rota } from "./on-call/rota.ts";
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
    const known: Known = { of, people, shifts, rotas: new Map() };
    return migrateParts(
      [
        ...schedules.map((one) => part(one, "schedule", scheduleOf(one, known))),
        ...of("chain").map((one) => part(one, "escalation chain", chainOf(one, known))),
      ],
      options,
    );
  },
};

interface Known {
  of(sort: Sort): readonly Found[];
  readonly people: People;
  readonly shifts: ReadonlyMap<string | undefined, JsonObject>;
  readonly rotas: Map<string, Rota>;
}

function scheduleOf(one: Found, { of, people, shifts, rotas }: Known): Part["map"] {
  return (schedule, add, context) => {
    if (one.value.type === "ical") {
      context.first(
        "nobody is called by it: its calendar is elsewhere; fetch it, and read it with `orgconfig migrate ical`",
      );
      return "its shifts are in the calendar at ical_url_primary";
    }
    const found = textsIn(one.value, "shifts").flatMap((id) => {
      const value = shifts.get(id);
      if (value !== undefined) return [value];
      context.first(
        `the shift ${id} is in no file, and its people are not on call: add the answer of GET /on_call_shifts`,
      );
      return [];
    });
    const rendered = renderedOf(one, of("schedule"), of("final"), people);
    withOthers(schedule, found, "shift", (own) => {
      const rota = mapSchedule(schedule, { people, shifts: own, rendered, how: howToRender }, add, context);
      if (rota !== undefined) rotas.set(textOf(one.value.id) ?? "", rota);
    });
    return undefined;
  };
}

function chainOf({ value }: Found, { of, people, rotas }: Known): Part["map"] {
  return (chain, add, context) => {
    const own = (sort: Sort) =>
      of(sort)
        .map((one) => one.value)
        .filter((one) => one.escalation_chain_id === value.id)
        .toSorted((one, other) => Number(one.position ?? 0) - Number(other.position ?? 0));
    const routedBy = own("route").flatMap(({ routing_regex }) => textOf(routing_regex) ?? []);
    withOthers(chain, own("step"), "step", (steps) =>
      mapChain(chain, { steps, routedBy, people, rotaOf: (id) => rotas.get(id) }, add, context),
    );
    return undefined;
  };
}

/** Reads other objects for one, whose notes are the one's. */
function withOthers(
  one: Attributes,
  others: readonly JsonObject[],
  sort: string,
  read: (others: readonly Attributes[]) => void,
): void {
  const notes: Note[] = [];
  const all = others.map(
    (value, index) => new Attributes(value, {}, notes, `${sort} ${textOf(value.name) ?? index + 1}`),
  );
  read(all);
  for (const other of all) other.noteRest();
  for (const { field, message, level } of notes) one.note(field, message, level);
}

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
