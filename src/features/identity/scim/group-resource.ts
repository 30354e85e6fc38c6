/** A group as SCIM has one: read from what a provider sends, and changed by its PATCHes. Pure rules. */
import type { Json } from "../../../kernel/field.ts";
import { isObject, type JsonObject } from "../../../kernel/validate.ts";
import { invalidPath, invalidValue, ScimFault } from "./fault.ts";
import { own } from "./filter.ts";
import { operationsOf, refuseControls } from "./user-resource.ts";

const longestName = 500;
const mostOperations = 1_000;

/** What a provider wants a group to be. */
export interface WantedGroup {
  readonly displayName: string;
  readonly externalId: string | null;
  /** Ids of users. */
  readonly members: ReadonlySet<string>;
}

/** @throws ScimFault 400 */
export function readGroup(body: JsonObject): WantedGroup {
  const sent = lowered(body);
  return {
    displayName: nameOf(sent.displayname),
    externalId: externalIdOf(sent.externalid),
    members: new Set(idsOf(sent.members ?? [])),
  };
}

/** @throws ScimFault 400 */
export function patchGroup(before: WantedGroup, body: JsonObject): WantedGroup {
  return operationsOf(body, mostOperations).reduce<WantedGroup>((group, { op, path, value }) => {
    const verb = String(op).toLowerCase();
    if (path !== undefined && path !== null) return changed(group, verb, String(path), value);
    if (!isObject(value as JsonObject) || verb === "remove")
      throw invalidValue("An operation without a path adds or replaces, and needs an object as its value.");
    // What is said along and is not kept, such as the id, changes nothing.
    const known = Object.entries(value as JsonObject).filter(
      ([name]) => fields.test(own(name)) || name.includes("["),
    );
    return known.reduce((all, [name, one]) => changed(all, verb, name, one), group);
  }, before);
}

const fields = /^(displayName|externalId|members)$/i;
const oneMember = /^members\[\s*value\s+eq\s+"([^"\\]{1,500})"\s*\]$/i;

function changed(group: WantedGroup, verb: string, path: string, value: Json | undefined): WantedGroup {
  const name = own(path).toLowerCase();
  if (name === "displayname") {
    if (verb === "remove") throw new ScimFault("bad_request", "mutability", "A group keeps a displayName.");
    return { ...group, displayName: nameOf(value) };
  }
  if (name === "externalid") return { ...group, externalId: verb === "remove" ? null : externalIdOf(value) };
  if (name === "members") {
    if (verb === "replace") return { ...group, members: new Set(idsOf(value ?? [])) };
    if (verb === "add") return { ...group, members: new Set([...group.members, ...idsOf(value)]) };
    return { ...group, members: without(group.members, value == null ? group.members : idsOf(value)) };
  }
  const [, one] = oneMember.exec(own(path)) ?? [];
  if (one === undefined || verb !== "remove") throw invalidPath(path);
  return { ...group, members: without(group.members, [one]) };
}

/** Those that are not among the others. */
export function without(ids: Iterable<string>, others: Iterable<string>): Set<string> {
  const left = new Set(others);
  return new Set([...ids].filter((id) => !left.has(id)));
}

function lowered(body: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name.toLowerCase(), value]));
}

function nameOf(value: Json | undefined): string {
  refuseControls("displayName", value);
  if (typeof value === "string" && value.trim() !== "" && value.length <= longestName) return value;
  throw invalidValue(`displayName is a text of 1 to ${longestName} characters.`);
}

function externalIdOf(value: Json | undefined): string | null {
  refuseControls("externalId", value);
  if (value === undefined || value === null || value === "") return null;
  if (typeof value === "string" && value.length <= longestName) return value;
  throw invalidValue(`externalId is a text of at most ${longestName} characters.`);
}

function idsOf(value: Json | undefined): string[] {
  return (Array.isArray(value) ? value : [value]).map((one) => {
    const { value: id, type } = (isObject(one as JsonObject) ? one : { value: one }) as JsonObject;
    if (typeof type === "string" && !/^user$/i.test(type))
      throw invalidValue("Members of a group are users; a group within a group is not kept: send its users.");
    if (typeof id !== "string" || id === "")
      throw invalidValue('Each of the members names a user by its id: {"value": "…"}.');
    return id;
  });
}
