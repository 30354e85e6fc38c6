/** What `terraform show -json` prints, of a state or of a plan, as a flat list of resources. */
import type { SourceFile } from "../../../../kernel/document.ts";
import type { Json } from "../../../../kernel/field.ts";
import { isObject, type JsonObject } from "../../../../kernel/validate.ts";
import { identifierOf, type SourceResource } from "../resource.ts";
import { WrongFiles } from "../source.ts";

const wayOut =
  "write the file with `terraform show -json > state.json`, in the directory of the other tool's configuration";

/**
 * Every resource in the file, modules included. Of a plan those that it would lead to.
 * @throws WrongFiles where it is not what `terraform show -json` prints
 */
export function resourcesIn({ name, text }: SourceFile): SourceResource[] {
  const document = documentOf(name, text);
  const { values, planned_values: planned, prior_state: prior } = document;
  if (isObject(values)) return inModule(name, values.root_module);
  if (!isObject(planned)) return [];
  // A plan lists what it read before it apart from what it leads to.
  const before = isObject(prior) && isObject(prior.values) ? inModule(name, prior.values.root_module) : [];
  return [...inModule(name, planned.root_module), ...before.filter(({ mode }) => mode === "data")];
}

function documentOf(name: string, text: string): JsonObject {
  const refuse = (what: string) => new WrongFiles([`${name}: ${what}; ${wayOut}`]);
  let document: Json;
  try {
    document = JSON.parse(text);
  } catch {
    throw refuse("is not JSON");
  }
  const version = isObject(document) ? document.format_version : undefined;
  if (isObject(document) && typeof version === "string") {
    if (/^[01]\./.test(version)) return document;
    throw refuse(`has the format version ${JSON.stringify(version)}, and this program reads 0 and 1`);
  }
  throw refuse(
    isObject(document) && document.terraform_version !== undefined
      ? "is Terraform's own state file, whose form changes between versions"
      : "is not what `terraform show -json` prints",
  );
}

function inModule(file: string, module: Json | undefined): SourceResource[] {
  if (!isObject(module)) return [];
  const own = listOf(module.resources).flatMap((resource) => sourceOf(file, resource, module.address));
  return [...own, ...listOf(module.child_modules).flatMap((child) => inModule(file, child))];
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function sourceOf(file: string, resource: Json, module: Json | undefined): SourceResource[] {
  if (!isObject(resource) || !isObject(resource.values)) return [];
  const { address, mode, type, name, index, values, sensitive_values: sensitive = {} } = resource;
  if (typeof address !== "string" || typeof type !== "string" || typeof name !== "string") return [];
  const path = typeof module === "string" ? module.replace(/(^|\.)module\./g, "$1") : "";
  const label = identifierOf([path, name, typeof index === "object" ? "" : String(index ?? "")]);
  return [{ address, mode: mode === "data" ? "data" : "managed", type, label, values, sensitive, file }];
}
