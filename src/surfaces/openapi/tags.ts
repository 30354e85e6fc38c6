/** The headings of the description: a group of kinds each, and apart from them the rest of /api/v1. */
import { isConfiguration, type Operation } from "../../engine/operation.ts";
import type { Kind } from "../../kernel/kind.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import type { Webhook } from "../../kernel/webhook.ts";

const known: Readonly<Record<string, string>> = {
  description: "This description itself.",
  audit: "Who changed what, when, and through which door.",
  export: "The configuration as a Terraform file, or as a bundle.",
  proposals: "Changes that people look at before they are made, and what became of them.",
  plans: "Many rows changed at once: seen first, applied whole or not at all, and taken back.",
  history: "What a row was, and setting it back to that.",
  deploy_gate: "Whether a service may be deployed, and the override of that.",
  state: "What outside checkers report of rows.",
  events: "The intake of events.",
  whoami: "Whose key it is that calls.",
  session: "Signing in and out of the console.",
  account: "What a person keeps for themselves: personal access tokens.",
  organization: "An organization's keys and members, and actions taken in the console.",
  operator: "Calls for the operator of the installation.",
  oauth: "How programs are let in at the MCP endpoint by OAuth, in the protocol's own forms.",
};

export function tags(api: Described): JsonObject[] {
  return [
    ...api.definitions.map(({ kind, title, description, naturalKey }) => ({
      name: kind,
      "x-displayName": title,
      description,
      "x-natural-key": naturalKey,
    })),
    ...otherTags(api).map((name) => ({
      name,
      "x-displayName": titled(name),
      description: known[name] ?? `Calls about ${spaced(name)}.`,
    })),
  ];
}

/** The sidebar of a reader that knows the extension; others show the tags in a row. */
export function tagGroups(api: Described): JsonObject[] {
  const groups = [...new Set(api.definitions.map(({ group }) => group))].sort();
  return [
    ...groups.map((name) => ({
      name,
      tags: api.definitions.filter(({ group }) => group === name).map(({ kind }) => kind),
    })),
    { name: "Beyond configuration", tags: otherTags(api) },
  ];
}

function otherTags({ definitions, operations }: Described): string[] {
  const kinds = new Set(definitions.map(({ kind }) => kind));
  const named = [
    "description",
    ...operations.filter(isConfiguration).map(({ tag }) => tag),
    ...operations.map(({ tag }) => tag),
    "organization",
    "oauth",
  ];
  return [...new Set(named)].filter((tag) => !kinds.has(tag));
}

function titled(name: string): string {
  return spaced(name).replace(/^./, (first) => first.toUpperCase());
}

function spaced(name: string): string {
  return name.replaceAll("_", " ");
}

/** What the OpenAPI description is made from. */
export interface Described {
  readonly definitions: readonly Kind[];
  readonly operations: readonly Operation[];
  readonly webhooks: readonly Webhook[];
  /** Most rows in one list. */
  readonly listCap: number;
  /** Where the service is reached from outside, where that is known. */
  readonly publicUrl?: string | undefined;
}
