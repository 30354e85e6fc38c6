/** A user as SCIM has one: read from what a provider sends, changed by its PATCHes, and written. Pure rules over scimmy's schemas. */
import SCIMMY from "scimmy";
import type { Json } from "../../../kernel/field.ts";
import { isObject, type JsonObject } from "../../../kernel/validate.ts";
import { invalidPath, invalidSyntax, invalidValue, ScimFault, tooMuch } from "./fault.ts";
import { own } from "./filter.ts";

const { EnterpriseUser, User } = SCIMMY.Schemas;
const { PatchOp } = SCIMMY.Messages;
// The library takes the class; its types want an instance.
User.extend(EnterpriseUser as unknown as Parameters<typeof User.extend>[0], false);
// Providers name other sorts of addresses and numbers than the RFC's examples, and in other letters.
for (const name of ["emails", "phoneNumbers", "ims", "photos", "addresses"])
  (
    User.definition.attribute(`${name}.type`) as InstanceType<typeof SCIMMY.Types.Attribute>
  ).config.canonicalValues = false;

const patchSchema = "urn:ietf:params:scim:api:messages:2.0:PatchOp";

/** A user's own attributes; a whole row of an address book is some kilobytes. */
const longestContent = 65_536;
const mostOperations = 100;
const longestPath = 300;

/** What a provider wants somebody to be. */
export interface Wanted {
  /** Without what is answered only (id, meta, groups) and what is never kept (password). */
  readonly content: JsonObject;
  readonly active: boolean;
}

/** @throws ScimFault 400 */
export function readUser(body: JsonObject): Wanted {
  return wantedOf(schemaOf(withoutUnset(body)));
}

/** @throws ScimFault 400 */
export async function patchUser(before: Wanted, body: JsonObject): Promise<Wanted> {
  const operations = operationsOf(body, mostOperations);
  let user = schemaOf({ ...before.content, active: before.active });
  for (const one of operations.flatMap(byPath)) {
    const operation = readable(one, plainOf(user));
    if (operation === undefined) continue;
    const Operations = [operation as { op: "add"; path: string; value: Json }];
    user = (await scim(() => new PatchOp({ schemas: [patchSchema], Operations }).apply(user))) ?? user;
  }
  return wantedOf(user);
}

/** The operations of a PATCH, of either kind of resource. @throws ScimFault */
export function operationsOf(body: JsonObject, most: number): readonly JsonObject[] {
  const { schemas, Operations = body.operations } = body;
  if (!Array.isArray(schemas) || !schemas.includes(patchSchema))
    throw invalidSyntax(`A PATCH names its schema: "schemas": ["${patchSchema}"].`);
  if (!Array.isArray(Operations) || Operations.length === 0)
    throw invalidSyntax("A PATCH needs Operations, a list of at least one.");
  if (Operations.length > most) throw tooMuch(`A PATCH has at most ${most} operations; send several.`);
  for (const one of Operations)
    if (!isObject(one as JsonObject) || !/^(add|remove|replace)$/i.test(String((one as JsonObject).op)))
      throw invalidSyntax("Each of the Operations is an object whose op is add, remove or replace.");
  return Operations as JsonObject[];
}

type UserSchema = InstanceType<typeof User>;

function schemaOf(body: JsonObject): UserSchema {
  try {
    return new User(normal(body) as object, "in");
  } catch (error) {
    throw faultOf(error);
  }
}

/** The library's own refusals become ours; everything else is a bug. */
async function scim<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw faultOf(error);
  }
}

function faultOf(error: unknown): unknown {
  if (error instanceof SCIMMY.Types.Error) {
    const { scimType = "invalidValue", message } = error;
    return new ScimFault("bad_request", scimType as ScimFault["scimType"], message.slice(0, 500));
  }
  // What it is given is an object of texts, numbers, booleans, lists and objects: it says by a TypeError what does not fit.
  return error instanceof TypeError ? invalidValue(error.message.slice(0, 500)) : error;
}

function wantedOf(user: UserSchema): Wanted {
  const { schemas: _s, id: _i, meta: _m, groups: _g, active, password: _p, ...content } = plainOf(user);
  if (typeof content.userName !== "string" || content.userName.trim() === "" || content.userName.length > 500)
    throw invalidValue("userName is a text of 1 to 500 characters.");
  refuseControls("userName", content.userName);
  refuseControls("externalId", content.externalId);
  if (typeof content.externalId === "string" && content.externalId.length > 500)
    throw invalidValue("externalId has at most 500 characters.");
  if (JSON.stringify(content).length > longestContent)
    throw tooMuch(`The attributes of a user have at most ${longestContent} characters.`);
  return { content, active: active !== false };
}

/** What stands in lists, logs and heads of mails has one line. @throws ScimFault 400 */
export function refuseControls(name: string, value: Json | undefined): void {
  if (typeof value === "string" && /[\p{Cc}\p{Zl}\p{Zp}]/u.test(value))
    throw invalidValue(`${name} is one line, without control characters such as a line break.`);
}

function plainOf(user: UserSchema): JsonObject {
  return JSON.parse(JSON.stringify(user)) as JsonObject;
}

/** What is answered only, or is never kept, says nothing to us. */
function withoutUnset({
  id: _id,
  meta: _meta,
  groups: _groups,
  password: _password,
  ...body
}: JsonObject): JsonObject {
  return body;
}

/** Null is no value (RFC 7643 §2.5); Entra sends booleans as text, and a manager as a bare id. */
function normal(value: Json, name = ""): Json {
  const key = name.toLowerCase().split(/[.:]/).at(-1) ?? "";
  if (Array.isArray(value)) return value.filter((one) => one !== null).map((one) => normal(one));
  if (isObject(value as JsonObject))
    return Object.fromEntries(
      Object.entries(value as JsonObject).flatMap(([part, one]) =>
        one === null ? [] : [[part, normal(one, part)]],
      ),
    );
  if ((key === "active" || key === "primary") && typeof value === "string" && /^(true|false)$/i.test(value))
    return value.toLowerCase() === "true";
  return key === "manager" && typeof value === "string" ? { value } : value;
}

const chosen = /^([\w:.-]+)\[\s*(\w+)\s+eq\s+"([^"\\]*)"\s*\](?:\.(\w+))?$/i;

/** A key that leads to a part of a user: a filter, a part of an attribute, or an attribute of an extension. */
const leading = /^urn:.+:User:.+|^(?!urn:).*[[.]/i;

/**
 * Of an operation without a path, each key that is a path as an operation of its own, as Entra sends them; the library
 * would leave them out in silence. The order of keys stays.
 */
function byPath(operation: JsonObject): JsonObject[] {
  const { op, path, value } = operation;
  if ((path !== undefined && path !== null) || !isObject(value as JsonObject)) return [operation];
  const entries = Object.entries(value as JsonObject);
  if (!entries.some(([name]) => leading.test(name))) return [operation];
  return entries.map(([name, one]) =>
    leading.test(name)
      ? { op: op as Json, path: name, value: one }
      : { op: op as Json, value: { [name]: one } },
  );
}

/** An operation as the library reads it; undefined where it is about nothing that is kept. */
function readable({ op, path, value }: JsonObject, now: JsonObject): JsonObject | undefined {
  const verb = String(op).toLowerCase();
  if (path === undefined || path === null) {
    if (!isObject(value as JsonObject))
      throw invalidValue(`An operation without a path needs an object as its value.`);
    const known = Object.entries(withoutUnset(value as JsonObject)).filter(([name]) => isKnown(name));
    return known.length === 0 ? undefined : { op: verb, value: normal(Object.fromEntries(known)) };
  }
  if (typeof path !== "string" || path.length > longestPath) throw invalidPath(String(path));
  const name = own(path);
  if (/^password$/i.test(name)) return undefined;
  if (/^(id|meta|groups|schemas)\b/i.test(name))
    throw new ScimFault(
      "bad_request",
      "mutability",
      `${name.slice(0, 100)} is what the service says, and not changed by a PATCH.`,
    );
  const sent = value === undefined ? undefined : normal(value, name);
  const [, list = "", key = "", wanted = "", part] = chosen.exec(name) ?? [];
  if (list !== "" && verb !== "remove" && !hasItem(now, list, key, wanted))
    return { op: "add", path: list, value: [itemOf(key, wanted, part, sent)] };
  return { op: verb, path: name, ...(sent === undefined ? {} : { value: sent }) };
}

/** Entra sets a value of a list that has none of that sort yet. */
function itemOf(key: string, wanted: string, part: string | undefined, value: Json | undefined): Json {
  const more = part === undefined ? ((value ?? {}) as JsonObject) : { [part]: value ?? null };
  return { [key]: wanted, ...more };
}

function hasItem(now: JsonObject, list: string, key: string, wanted: string): boolean {
  const items = Object.entries(now).find(([name]) => name.toLowerCase() === list.toLowerCase())?.[1];
  return Array.isArray(items) && items.some((item) => (item as JsonObject)[key] === wanted);
}

function isKnown(name: string): boolean {
  try {
    return User.definition.attribute(own(name)) !== undefined;
  } catch {
    return false;
  }
}

/** Where mail reaches the person: the primary address, the one for work, the first, or the user name. */
export function addressOf({ emails, userName }: JsonObject): string {
  const all = Array.isArray(emails) ? (emails as JsonObject[]) : [];
  const one =
    all.find(({ primary }) => primary === true) ??
    all.find(({ type }) => /^work$/i.test(String(type))) ??
    all[0];
  const address = one === undefined ? userName : one.value;
  if (typeof address === "string" && /^[^\s@]{1,64}@[^\s@]{1,189}$/.test(address)) return address;
  throw invalidValue("A user needs an email address: in emails, or as the userName.");
}

/** What to call the person, in one line. */
export function displayNameOf({ displayName, name }: JsonObject): string {
  const { formatted, givenName, familyName } = (isObject(name as JsonObject) ? name : {}) as JsonObject;
  const whole = [givenName, familyName].filter((part) => typeof part === "string").join(" ");
  const found =
    [displayName, formatted, whole].find((one) => typeof one === "string" && one.trim() !== "") ?? "";
  return [
    ...String(found)
      .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, " ")
      .trim(),
  ]
    .slice(0, 255)
    .join("");
}
