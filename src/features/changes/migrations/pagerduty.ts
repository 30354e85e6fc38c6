/** PagerDuty by the answers of its API, version 2: schedules, escalation policies, users. */
import { isObject, type JsonObject } from "../../../kernel/validate.ts";
import { type Found, listed, migrateParts, objectsIn, type Part, textOf } from "./objects.ts";
import { mapApiSchedule } from "./on-call/pagerduty.ts";
import { mapPolicy } from "./on-call/pagerduty-policy.ts";
import { among, People } from "./on-call/people.ts";
import type { Rota } from "./on-call/rota.ts";
import { type MigrationSource, mostBytes, WrongFiles } from "./source.ts";

/** What answers hold, as one and as a list. */
const sorts = {
  schedule: "schedules",
  escalation_policy: "escalation_policies",
  user: "users",
} as const;

type Sort = keyof typeof sorts;

export const pagerduty: MigrationSource = {
  name: "pagerduty",
  title: "PagerDuty's schedules and escalation policies",
  files: "answers of its API: GET /schedules/{id}?since=…&until=…, /escalation_policies, /users",
  form: "yaml",
  mostBytes,
  options: ["people"],
  read(files, options) {
    const answers = objectsIn(files);
    const of = (sort: Sort) => together(answers.flatMap((one) => partsOf(one, sort)));
    const [schedules, policies, users] = [of("schedule"), of("escalation_policy"), of("user")];
    if (schedules.length + policies.length === 0)
      throw new WrongFiles([
        "the files hold no schedules and no escalation_policies, as PagerDuty's API answers them",
      ]);
    const known = users.map(({ value }) => ({
      id: textOf(value.id),
      name: textOf(value.name),
      email: textOf(value.email),
    }));
    const people = new People(options.people, among(known));
    const part = ({ file, value }: Found, sort: string, map: Part["map"]): Part => {
      const name = textOf(value.name) ?? textOf(value.summary) ?? textOf(value.id) ?? "no name";
      return { file, value, address: `${sort} ${name}`, label: name, map };
    };
    const rotas = new Map<string, Rota>();
    return migrateParts(
      [
        ...schedules.map((one) => part(one, "schedule", scheduleOf(one.value, people, rotas))),
        ...policies.map((one) => part(one, "escalation policy", policyOf(one.value, people, rotas))),
      ],
      options,
    );
  },
};

function policyOf(value: JsonObject, people: People, rotas: ReadonlyMap<string, Rota>): Part["map"] {
  const services = listed(value, "services").flatMap(
    ({ summary, name }) => textOf(summary) ?? textOf(name) ?? [],
  );
  const around = { rules: "escalation_rules", targets: "targets", services, people } as const;
  return (policy, add, context) =>
    mapPolicy(policy, { ...around, rotaOf: (id) => rotas.get(id) }, add, context);
}

function scheduleOf(value: JsonObject, people: People, rotas: Map<string, Rota>): Part["map"] {
  return (schedule, add, context) => {
    if (Array.isArray(value.schedule_layers)) {
      const rota = mapApiSchedule(schedule, people, add, context);
      if (rota !== undefined) rotas.set(textOf(value.id) ?? "", rota);
      return undefined;
    }
    context.first("nobody is called by it: the list of schedules does not have its layers");
    return "add the answer of GET /schedules/{id}?since=…&until=…, which has its layers";
  };
}

function partsOf({ file, value }: Found, sort: Sort): Found[] {
  const one = value[sort];
  return [...(isObject(one) ? [one] : []), ...listed(value, sorts[sort])].map((value: JsonObject) => ({
    file,
    value,
  }));
}

/** What a list has, and an answer about it alone too, is one: the latter says more. */
function together(found: readonly Found[]): readonly Found[] {
  const byId = new Map<string, Found>();
  for (const [index, one] of found.entries()) {
    const id = textOf(one.value.id) ?? String(index);
    byId.set(id, { file: one.file, value: { ...byId.get(id)?.value, ...one.value } });
  }
  return [...byId.values()];
}
