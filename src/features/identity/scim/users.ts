/** The calls about users (RFC 7644 §3). */
import { grouped } from "../../../kernel/grouped.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import type { Answer, ScimCall, ScimDeps } from "./deps.ts";
import { notThere } from "./fault.ts";
import { equalityOf, matches, readFilter } from "./filter.ts";
import { answerList, type ListRequest } from "./listing.ts";
import { isActive, type Person, personById, personByName, personOf, renderUser } from "./persons.ts";
import { removeUser, saveUser } from "./saving.ts";
import { patchUser, readUser, type Wanted } from "./user-resource.ts";

export const usersResource = {
  list: listUsers,
  async get(deps: ScimDeps, { organization }: ScimCall, id: string): Promise<JsonObject> {
    const person = await personById(readingOf(deps), organization, id);
    if (person === undefined) throw notThere("user");
    return shown(deps, organization.id, person);
  },
  async create(deps: ScimDeps, call: ScimCall, body: JsonObject): Promise<JsonObject> {
    const wanted = readUser(body);
    return shown(deps, call.organization.id, await saveUser(deps, call, undefined, async () => wanted));
  },
  async replace(deps: ScimDeps, call: ScimCall, id: string, body: JsonObject): Promise<JsonObject> {
    const wanted = readUser(body);
    return shown(deps, call.organization.id, await saveUser(deps, call, id, async () => wanted));
  },
  async patch(deps: ScimDeps, call: ScimCall, id: string, body: JsonObject): Promise<Answer> {
    const next = (before: Person | undefined) => patchUser(presentOf(before), body);
    const person = await saveUser(deps, call, id, next);
    return { status: 200, body: await shown(deps, call.organization.id, person) };
  },
  remove: removeUser,
};

function presentOf(person: Person | undefined): Wanted {
  return { content: person?.content ?? {}, active: person !== undefined && isActive(person) };
}

function readingOf({ scim, people }: ScimDeps) {
  return { scim, identity: people.identity };
}

async function shown(deps: ScimDeps, organizationId: string, person: Person): Promise<JsonObject> {
  const [one] = await allShown(deps, organizationId, [person]);
  return one as JsonObject;
}

async function allShown(
  deps: ScimDeps,
  organizationId: string,
  people: readonly Person[],
): Promise<JsonObject[]> {
  const ids = people.flatMap(({ id, isStored }) => (isStored ? [id] : []));
  const places = ids.length === 0 ? [] : await deps.scim.groupsOf(organizationId, ids);
  const groups = grouped(places, ({ scimUserId }) => scimUserId);
  return people.map((person) => renderUser(deps, person, groups.get(person.id) ?? []));
}

async function listUsers(
  deps: ScimDeps,
  { organization }: ScimCall,
  request: ListRequest,
): Promise<JsonObject> {
  const { id: organizationId } = organization;
  const filter = request.filter === undefined ? undefined : readFilter(request.filter);
  const render = (people: readonly Person[]) => allShown(deps, organizationId, people);
  const page = async (limit: number, offset: number) =>
    (await deps.scim.users(organizationId, { limit, offset })).map(personOf);
  const found = filter && (await indexed(deps, organization, filter));
  return answerList(request, {
    count: () => deps.scim.countUsers(organizationId),
    page,
    render,
    ...(filter && { matches: (resource: JsonObject) => matches(resource, filter) }),
    ...(found && { found }),
  });
}

/** What providers ask for all the time is found by itself. */
async function indexed(
  deps: ScimDeps,
  organization: ScimCall["organization"],
  filter: ReturnType<typeof readFilter>,
): Promise<readonly Person[] | undefined> {
  const { name, value } = equalityOf(filter) ?? {};
  if (value === undefined) return undefined;
  if (name === "externalid") {
    const users = await deps.scim.usersByExternalId(organization.id, value);
    return users.map((user) => ({ ...user, isStored: true }));
  }
  const reading = readingOf(deps);
  if (name !== "username" && name !== "id") return undefined;
  const one = await (name === "id" ? personById : personByName)(reading, organization, value);
  return one === undefined ? [] : [one];
}
