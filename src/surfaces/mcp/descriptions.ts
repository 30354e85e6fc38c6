/** What a model reads before it picks a tool: when to use it, what it changes, and which level it needs. */
import type { ConfigurationOperation } from "../../engine/operation.ts";
import type { Resource, Verb } from "../../kernel/resource.ts";
import { firstSentence } from "./terse.ts";

export function descriptionOf(operation: ConfigurationOperation): string {
  const { input, level } = operation;
  const text = "resource" in input ? verbText(operation, input.resource, input.verb) : operation.description;
  const asks = operation.confirms ? " Ask the person first." : "";
  return `${text}${asks} Level: ${level}.`;
}

function verbText(operation: ConfigurationOperation, resource: Resource, verb: Verb): string {
  return resource.shape === "setting" ? settingText(resource, verb) : rowText(operation, resource, verb);
}

function settingText({ description, kind, actionNames }: Resource, verb: Verb): string {
  if (verb === "get") return `${description} Reads it, with its etag.`;
  const what = kind.replaceAll("_", " ");
  return `Changes ${what}: only the fields sent. Read ${actionNames.get} first, and give its etag as if_match.`;
}

function rowText({ name }: ConfigurationOperation, resource: Resource, verb: Verb): string {
  const { description, derivedId } = resource;
  const one = `one ${resource.singular.replaceAll("_", " ")}`;
  switch (verb) {
    case "list":
      return `${description} Lists them, or the one that the filters name; gives the ids.`;
    case "get":
      return `Reads ${one} by id, with its etag.`;
    case "create":
      return `${doing(name)} ${one}. ${firstSentence(description)}`;
    case "update": {
      const makes = derivedId === undefined ? "" : " Makes it where there is none.";
      return `Changes ${one}: only the fields sent. Read it first and give its etag as if_match.${makes}`;
    }
    case "delete":
      return `${doing(name)} ${one} permanently; refused while other rows point at it.`;
  }
}

/** What a tool of this name does: `add_team_member` adds. */
function doing(name: string): string {
  const [verb = ""] = name.split("_");
  return `${verb.charAt(0).toUpperCase()}${verb.slice(1)}s`;
}
