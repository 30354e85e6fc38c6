/** Secrets as Terraform has them: a value that nobody keeps, and a version that shows when to send it. */
import type { Json } from "../src/kernel/field.ts";
import type { Kind } from "../src/kernel/kind.ts";
import { secretArguments } from "../src/kernel/terraform.ts";
import { isObject } from "../src/kernel/validate.ts";
import { error, warning } from "./refusals.ts";
import { secretNames } from "./row-values.ts";
import type { Diagnostic } from "./wire/diagnostics.ts";
import { type ObjectValue, UNKNOWN } from "./wire/values.ts";

/** The secret as the service takes it. Undefined when it is to be an object and is not. */
export function secretJson(shape: "text" | "object", value: string): Json | undefined {
  if (shape === "text") return value;
  try {
    const parsed = JSON.parse(value) as Json;
    return isObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** What is said of a secret that is to be an object and is not, without the value. */
export function noObject(name: string): Diagnostic {
  const { value } = secretArguments(name);
  const detail = `${value} must be a JSON object: write it as jsonencode({ … }).`;
  return { ...error(`Invalid ${value}`, detail), path: [value] };
}

/** Every secret of which one argument is there without the other. */
export function loneArguments(definition: Kind, config: ObjectValue): Diagnostic[] {
  return secretNames(definition).flatMap((name) => loneArgument(name, config));
}

function loneArgument(name: string, config: ObjectValue): Diagnostic[] {
  const names = secretArguments(name);
  const value = config[names.value] ?? null;
  const version = config[names.version] ?? null;
  if (value === UNKNOWN || version === UNKNOWN || (value === null) === (version === null)) return [];
  return [version === null ? withoutVersion(names) : withoutValue(names)];
}

type SecretArguments = ReturnType<typeof secretArguments>;

function withoutVersion({ value, version }: SecretArguments): Diagnostic {
  const detail = `Terraform does not keep ${value}, so that it will notice neither another value nor that the line was taken out: the secret then stays as it was. Add ${version} = 1, and raise it with each new value.`;
  return { ...warning(`${value} has no ${version} next to it`, detail), path: [value] };
}

function withoutValue({ value, version }: SecretArguments): Diagnostic {
  const detail = `It sets no secret by itself, and changing it clears one that is stored. Write the value as ${value}, or take ${version} out.`;
  return { ...warning(`${version} has no ${value} next to it`, detail), path: [version] };
}
