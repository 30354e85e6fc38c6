/** The operations that follow from a kind's definition: one for each of its verbs. */
import type { Kind, Verb } from "../kernel/kind.ts";
import type { JsonObject } from "../kernel/validate.ts";
import type { Call } from "./context.ts";
import type { Engine } from "./engine.ts";
import type { ConfigurationOperation, OperationAnswer, OperationInput } from "./operation.ts";
import { notFound } from "./reading.ts";

const methods = { list: "GET", get: "GET", create: "POST", update: "PUT", delete: "DELETE" } as const;

/** The operations of one kind: one for each verb that it has. */
export function kindOperations(engine: Engine, definition: Kind): ConfigurationOperation[] {
  const path = `/api/v1/config/${definition.kind}`;
  return definition.verbs.map((verb) => {
    const ofARow = definition.shape === "collection" && verb !== "list" && verb !== "create";
    return {
      name: definition.actionNames[verb],
      title: titleOf(definition.actionNames[verb]),
      description: definition.description,
      tag: definition.kind,
      toolset: definition.kind,
      credential: "bearer",
      level: verb === "list" || verb === "get" ? "read" : definition.level,
      effect: verb === "list" || verb === "get" ? "read" : verb,
      method: methods[verb],
      path: ofARow ? `${path}/{id}` : path,
      input: { definition, verb },
      output: { definition, verb },
      ...(verb === "create" ? { status: 201 } : {}),
      ...(verb === "list" ? { scans: "unless_kept" } : {}),
      confirms: verb === "delete" || ((verb === "create" || verb === "update") && mayAsk(definition)),
      ...(definition.decides && { tested: true }),
      ...(verb === "update" && takesAway(definition) && { takesAway: true }),
      ...(definition.notifies?.includes(verb) && { asksOthers: true }),
      run: (call, input) => runVerb(engine, definition, verb, call, input),
    };
  });
}

/** Whether a write of a row of the kind may leave somebody without something, and is asked about then. */
export function mayAsk({ decides, asks }: Kind): boolean {
  return decides === true || asks === true;
}

/** A secret that another takes the place of is nowhere any more, and nothing opens an alert again that has ended. */
function takesAway({ fields, endsAlerts }: Kind): boolean {
  return endsAlerts === true || Object.values(fields).some(({ type }) => type === "secret");
}

async function runVerb(
  engine: Engine,
  definition: Kind,
  verb: Verb,
  call: Call,
  input: OperationInput,
): Promise<OperationAnswer> {
  switch (verb) {
    case "list":
      return engine.list(call, definition, input);
    case "get":
      return engine.get(call, definition, idIn(definition, input), input);
    case "create": {
      const { row, ...answer } = await engine.create(call, definition, input.body, input);
      return { ...answer, body: row };
    }
    case "update": {
      const { row, ...answer } = await engine.update(
        call,
        definition,
        idIn(definition, input),
        input.body,
        input,
      );
      return { ...answer, body: row };
    }
    case "delete": {
      const named = await rowIdOf(engine, call, definition, input);
      return engine.remove(call, definition, named, input);
    }
  }
}

/** The id that an input names; a setting is one row, whose id is its kind. */
function idIn({ shape, kind }: Kind, { id }: OperationInput): string {
  if (shape === "setting") return kind;
  if (id === undefined) throw new Error(`a call on a row of ${kind} names no row`);
  return id;
}

/** The id of the row that an input names, by its id or by its natural key. */
export async function rowIdOf(
  engine: Pick<Engine, "list">,
  call: Call,
  definition: Kind,
  input: OperationInput,
): Promise<string> {
  const { id, filters } = input;
  if (id !== undefined || filters === undefined) return idIn(definition, input);
  const { body } = await engine.list(call, definition, { filters });
  const found = (body.data as JsonObject[])[0]?.id;
  if (typeof found !== "string") throw notFound(definition);
  return found;
}

/** The operation's name in words: `add_team_member` is "Add team member". */
function titleOf(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
