/** From values with positions to JSON, with secrets from the environment, and from a path back to its position. */

import type { Value } from "./document.ts";
import type { Fault, Position } from "./fault.ts";
import type { Json, SecretField } from "./field.ts";

/** Names the variable that holds a secret: `{"env": "PD_KEY"}`. */
function variableOf(value: Value): string | undefined {
  if (value.type !== "object" || value.members.size !== 1) return undefined;
  const named = value.members.get("env")?.value;
  return named?.type === "scalar" && typeof named.scalar === "string" ? named.scalar : undefined;
}

/** The value as JSON. */
export function jsonOf(value: Value): Json {
  switch (value.type) {
    case "scalar":
      return value.scalar;
    case "list":
      return value.items.map(jsonOf);
    case "object":
      return Object.fromEntries([...value.members].map(([name, member]) => [name, jsonOf(member.value)]));
  }
}

/**
 * What variables are read from; `kept` where there are none for a reader of these files: a secret that names one stays
 * as it is stored.
 */
export type Variables = Readonly<Record<string, string | undefined>> | "kept";

/** Whether a secret says something, where variables are not read. */
export function namesVariable(value: Value, shape: SecretField["shape"]): boolean {
  if (variableOf(value) !== undefined) return true;
  if (shape === "text" || value.type === "scalar") return false;
  const inner =
    value.type === "list" ? value.items : [...value.members.values()].map((member) => member.value);
  return inner.some((item) => namesVariable(item, shape));
}

/**
 * The value of a secret. Variables stand in its place, and within a secret that is an object anywhere.
 * A variable that is not set, or empty, is added to `faults`.
 */
export function secretOf(
  value: Value,
  shape: SecretField["shape"],
  env: Exclude<Variables, "kept">,
  faults: Fault[],
): Json {
  const variable = variableOf(value);
  if (variable !== undefined) {
    const given = env[variable];
    if (given !== undefined && given !== "") return given;
    const state = given === undefined ? "not set" : "empty";
    faults.push({
      at: value.at,
      message: `the environment variable ${variable} is ${state}; a secret is read from it`,
    });
    return null;
  }
  if (shape === "text" || value.type === "scalar") return jsonOf(value);
  if (value.type === "list") return value.items.map((item) => secretOf(item, shape, env, faults));
  return Object.fromEntries(
    [...value.members].map(([name, member]) => [name, secretOf(member.value, shape, env, faults)]),
  );
}

/**
 * The position of what a path such as `destinations[0].team_id` names within a value: of a member's name, or of an
 * item. Where something on the way is not there, that of the last thing that is.
 */
export function positionIn(value: Value, path: string): Position {
  let [at, inner, left] = [value.at, value, path];
  while (left !== "") {
    const step = stepInto(inner, left);
    if (step === undefined) break;
    [at, inner, left] = [step.at, step.value, step.left];
  }
  return at;
}

function stepInto(
  value: Value,
  path: string,
): { readonly at: Position; readonly value: Value; readonly left: string } | undefined {
  if (value.type === "list") {
    const index = /^\[(\d+)\]/.exec(path);
    const item = value.items[Number(index?.[1])];
    return index === null || item === undefined
      ? undefined
      : { at: item.at, value: item, left: path.slice(index[0].length) };
  }
  if (value.type !== "object") return undefined;
  const plain = path.replace(/^\./, "");
  // A name may hold dots and brackets itself; the longest that fits is meant.
  const fits = [...value.members].filter(
    ([name]) => plain.startsWith(name) && /^([.[]|$)/.test(plain.slice(name.length)),
  );
  const longest = fits.sort(([a], [b]) => b.length - a.length)[0];
  return longest && { at: longest[1].at, value: longest[1].value, left: plain.slice(longest[0].length) };
}
