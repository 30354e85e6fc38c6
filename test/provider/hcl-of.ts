/** Bodies of the API as resource blocks. */
import { isConfiguration } from "../../src/kernel/field.ts";
import type { Resource } from "../../src/kernel/resource.ts";
import { argumentName, secretArguments, terraformType } from "../../src/kernel/terraform.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { type HclItem, HclReference, type HclValue, printBlock } from "../../src/surfaces/hcl/syntax.ts";

export interface BlockOptions {
  readonly label?: string;
  /** What every secret's version is; without one, secrets are left out. */
  readonly secretVersion?: number;
}

export function addressOf(resource: Resource, label = "it"): string {
  return `${terraformType(resource)}.${label}`;
}

/** A resource block with the arguments that the body names; null stands as null. */
export function blockOf(resource: Resource, body: JsonObject, options: BlockOptions = {}): string {
  const { label = "it", secretVersion } = options;
  const items = Object.entries(resource.fields).flatMap(([name, field]): HclItem[] => {
    const value = body[name];
    if (value === undefined) return [];
    if (field.type === "secret") {
      const names = secretArguments(name);
      if (secretVersion === undefined || value === null) return [];
      return [
        { name: names.value, value: new HclReference(`var.${variableOf(resource, name)}`) },
        { name: names.version, value: secretVersion },
      ];
    }
    return isConfiguration(field) ? [{ name: argumentName(name), value: value as HclValue }] : [];
  });
  return printBlock("resource", [terraformType(resource), label], items);
}

/**
 * The blocks of the variables that secrets come from, and their values. They are ephemeral: what a plan file
 * holds of a configuration is its text, and of its variables the values. Not sensitive besides, because Terraform
 * 1.11 writes where sensitive values stand in chance order: of two in a row a refresh found a change now and then.
 */
export function secretVariables(resource: Resource, body: JsonObject) {
  const names = Object.keys(resource.fields).filter(
    (name) => resource.fields[name]?.type === "secret" && body[name] != null,
  );
  const values = names.map((name): [string, string] => {
    const value = body[name];
    return [variableOf(resource, name), typeof value === "string" ? value : JSON.stringify(value)];
  });
  const blocks = values.map(([name]) => `variable "${name}" {\n  ephemeral = true\n}\n`);
  return { blocks: blocks.join(""), values: Object.fromEntries(values) };
}

function variableOf({ kind }: Resource, name: string): string {
  return `${kind}__${name}`;
}
