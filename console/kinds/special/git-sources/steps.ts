/** The steps in which a source is set up, and which fields stand in each. Pure. */
import type { JsonObject } from "../../../../src/kernel/validate.ts";
import type { Definition } from "../../../../src/surfaces/console/definitions.ts";
import * as texts from "./texts.ts";

export type Step = "where" | "what" | "learns";

export const steps: readonly { readonly id: Step; readonly title: string; readonly about: string }[] = [
  { id: "where", title: texts.where, about: texts.whereAbout },
  { id: "what", title: texts.what, about: texts.whatAbout },
  { id: "learns", title: texts.learns, about: texts.learnsAbout },
];

const fields: Readonly<Record<Step, readonly string[]>> = {
  where: ["name", "url", "branch", "credential"],
  what: ["path", "set", "direction", "push_branch", "propose"],
  learns: ["forge", "api_url", "poll_seconds", "webhook_secret"],
};

/** What pushes has a branch for it, and what is only pushed is never proposed. */
export function fieldsOf(step: Step, row: JsonObject): readonly string[] {
  const { direction, forge } = row;
  const left = [
    ...(direction === "pull" ? ["push_branch"] : []),
    ...(direction === "push" ? ["propose"] : []),
    ...(forge === "none" ? ["api_url"] : []),
  ];
  return fields[step].filter((name) => !left.includes(name));
}

export function others({ fields }: Definition, names: readonly string[]): readonly string[] {
  return Object.keys(fields).filter((name) => !names.includes(name));
}

/** Where a problem with a field is fixed. */
export function stepOf(path: string): Step {
  const name = path.split(/[.[]/)[0] ?? path;
  return steps.find(({ id }) => fields[id].includes(name))?.id ?? "where";
}
