/** Bodies of the API as resource blocks. */
import { spelledOut } from "../../src/kernel/alternatives.ts";
import { isConfiguration } from "../../src/kernel/field.ts";
import type { Kind } from "../../src/kernel/kind.ts";
import { argumentName, secretArguments, terraformType } from "../../src/kernel/terraform.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { type HclItem, HclReference, type HclValue, printBlock } from "../../src/surfaces/hcl/syntax.ts";

export interface BlockOptions {
  readonly label?: string;
  /** What every secret's version is; without one, secrets are left out. */
  readonly secretVersion?: number;
}

export function addressOf(definition: Kind, label = "it"): string {
  return `${terraformType(definition)}.${label}`;
}

/** A resource block with the arguments that the body names; null stands as null. */
export function blockOf(definition: Kind, body: JsonObject, options: BlockOptions = {}): string {
  const { label = "it", secretVersion } = options;
  const items = Object.entries(definition.fields).flatMap(([name, field]): HclItem[] => {
    const value = body[name];
    if (value === undefined) return [];
    if (field.type === "secret") {
      const names = secretArguments(name);
      if (secretVersion === undefined || value === null) return [];
      return [
        { name: names.value, value: new HclReference(`var.${variableOf(definition, name)}`) },
        { name: names.version, value: secretVersion },
      ];
    }
    if (!isConfiguration(field)) return [];
    const written = field.type === "object" ? spelledOut(field, value) : value;
    return [{ name: argumentName(name), value: written as HclValue }];
  });
  return printBlock("resource", [terraformType(definition), label], items);
}

/**
 * The blocks of the variables that secrets come from, and their values. They are ephemeral: what a plan file
 * holds of a configuration is its text, and of its variables the values. Not sensitive besides, because Terraform
 * 1.11 writes where sensitive values stand in chance order: of two in a row a refresh found a change now and then.
 */
export function secretVariables(definition: Kind, body: JsonObject) {
  const names = Object.keys(definition.fields).filter(
    (name) => definition.fields[name]?.type === "secret" && body[name] != null,
  );
  const values = names.map((name): [string, string] => {
    const value = body[name];
    return [variableOf(definition, name), typeof value === "string" ? value : JSON.stringify(value)];
  });
  const blocks = values.map(([name]) => `variable "${name}" {\n  ephemeral = true\n}\n`);
  return { blocks: blocks.join(""), values: Object.fromEntries(values) };
}

function variableOf({ kind }: Kind, name: string): string {
  return `${kind}__${name}`;
}
