/** The operations that follow from a kind's definition: one for each of its verbs. */
import type { Resource, Verb } from "../kernel/resource.ts";
import type { JsonObject } from "../kernel/validate.ts";
import type { Call } from "./context.ts";
import type { Engine } from "./engine.ts";
import type { ConfigurationOperation, OperationAnswer, OperationInput } from "./operation.ts";
import { notFound } from "./reading.ts";

const methods = { list: "GET", get: "GET", create: "POST", update: "PUT", delete: "DELETE" } as const;

/** The operations of one kind: one for each verb that it has. */
export function resourceOperations(engine: Engine, resource: Resource): ConfigurationOperation[] {
  const path = `/api/v1/config/${resource.kind}`;
  return resource.verbs.map((verb) => {
    const ofARow = resource.shape === "collection" && verb !== "list" && verb !== "create";
    return {
      name: resource.actionNames[verb],
      title: titleOf(resource.actionNames[verb]),
      description: resource.description,
      tag: resource.kind,
      resource: resource.kind,
      credential: "bearer",
      level: verb === "list" || verb === "get" ? "read" : resource.level,
      effect: verb === "list" || verb === "get" ? "read" : verb,
      method: methods[verb],
      path: ofARow ? `${path}/{id}` : path,
      input: { resource, verb },
      output: { resource, verb },
      ...(verb === "create" ? { status: 201 } : {}),
      ...(verb === "list" ? { scans: "unless_kept" } : {}),
      confirms: verb === "delete",
      run: (call, input) => runVerb(engine, resource, verb, call, input),
    };
  });
}

async function runVerb(
  engine: Engine,
  resource: Resource,
  verb: Verb,
  call: Call,
  input: OperationInput,
): Promise<OperationAnswer> {
  const id = resource.shape === "setting" ? resource.kind : (input.id ?? "");
  switch (verb) {
    case "list":
      return engine.list(call, resource, input);
    case "get":
      return engine.get(call, resource, id, input);
    case "create": {
      const { row, ...answer } = await engine.create(call, resource, input.body, input);
      return { ...answer, body: row };
    }
    case "update": {
      const { row, ...answer } = await engine.update(call, resource, id, input.body, input);
      return { ...answer, body: row };
    }
    case "delete": {
      const named = await rowIdOf(engine, call, resource, input);
      return engine.remove(call, resource, named, input);
    }
  }
}

/** The id of the row that an input names, by its id or by its natural key. */
export async function rowIdOf(
  engine: Pick<Engine, "list">,
  call: Call,
  resource: Resource,
  { id, filters }: OperationInput,
): Promise<string> {
  if (resource.shape === "setting") return resource.kind;
  if (id !== undefined || filters === undefined) return id ?? "";
  const { body } = await engine.list(call, resource, { filters });
  const found = (body.data as JsonObject[])[0]?.id;
  if (typeof found !== "string") throw notFound(resource);
  return found;
}

/** The operation's name in words: `add_team_member` is "Add team member". */
function titleOf(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
