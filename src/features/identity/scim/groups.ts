/** The calls about groups (RFC 7644 §3): what somebody's groups are decides on their role and teams. */
import type { FieldChange } from "../../../engine/ports/rows.ts";
import { grouped } from "../../../kernel/grouped.ts";
import { newId } from "../../../kernel/ids.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { madeOf, trailOf, transact } from "../accounts/index.ts";
import { valuesOfGroup } from "../sso/index.ts";
import { type Answer, baseOf, type ScimCall, type ScimDeps, scimLock } from "./deps.ts";
import { invalidValue, notThere, taken } from "./fault.ts";
import { matches, type Projection, readFilter } from "./filter.ts";
import { patchGroup, readGroup, type WantedGroup, without } from "./group-resource.ts";
import { answerList, type ListRequest } from "./listing.ts";
import { personById } from "./persons.ts";
import { saveUser, settleUser } from "./saving.ts";
import type { StoredGroup } from "./store.ts";

export const groupsResource = {
  async list(deps: ScimDeps, { organization: { id } }: ScimCall, request: ListRequest): Promise<JsonObject> {
    const filter = request.filter === undefined ? undefined : readFilter(request.filter);
    return answerList(request, {
      count: () => deps.scim.countGroups(id),
      page: (limit, offset) => deps.scim.groups(id, { limit, offset }),
      // What a filter looks at is there, whether it is answered or not.
      render: (groups) => allShown(deps, id, groups, /members/i.test(request.filter ?? "") ? whole : request),
      ...(filter && { matches: (resource: JsonObject) => matches(resource, filter) }),
    });
  },
  get: (deps: ScimDeps, call: ScimCall, id: string, projection?: Projection): Promise<JsonObject> =>
    shown(deps, call, id, projection),
  async create(deps: ScimDeps, call: ScimCall, body: JsonObject): Promise<JsonObject> {
    const wanted = readGroup(body);
    return shown(deps, call, await saveGroup(deps, call, undefined, () => wanted));
  },
  async replace(deps: ScimDeps, call: ScimCall, id: string, body: JsonObject): Promise<JsonObject> {
    const wanted = readGroup(body);
    return shown(deps, call, await saveGroup(deps, call, id, () => wanted));
  },
  /** Without the group, which may have thousands of members. */
  async patch(deps: ScimDeps, call: ScimCall, id: string, body: JsonObject): Promise<Answer> {
    await saveGroup(deps, call, id, (before) => patchGroup(before, body));
    return { status: 204 };
  },
  async remove(deps: ScimDeps, call: ScimCall, id: string): Promise<void> {
    const { organization, author } = call;
    const left = await transact(deps.people, [scimLock(organization)], async ({ writer }) => {
      const scim = deps.scim.in(writer);
      const group = await scim.group(organization.id, id);
      if (group === undefined) throw notThere("group");
      const members = await scim.memberIds(organization.id, id);
      await scim.removeGroup(organization.id, id);
      const changes = [
        { field: "displayName", before: group.displayName, after: null },
        ...memberChanges(members, []),
      ];
      const context = { action: "delete_scim_group", resource: "scim_groups", rowId: id, changes };
      await scim.record(trailOf(author, [organization.id], context));
      return members;
    });
    for (const user of left) await settleUser(deps, call, user);
  },
};

/**
 * Stores the group, and then looks at each person whom it may have changed: nobody where people came or went and no
 * mapping names it. Whoever sends it again after a failure in between has all of its members looked at.
 */
async function saveGroup(
  deps: ScimDeps,
  call: ScimCall,
  id: string | undefined,
  next: (before: WantedGroup) => WantedGroup,
): Promise<string> {
  const { organization, author } = call;
  const nobody: WantedGroup = { displayName: "", externalId: null, members: new Set() };
  const before = id === undefined ? nobody : await groupOf(deps.scim, organization.id, id);
  await nameAll(deps, call, next(before));
  const saved = await transact(deps.people, [scimLock(organization)], async ({ writer }) => {
    const scim = deps.scim.in(writer);
    const now = id === undefined ? nobody : await groupOf(scim, organization.id, id);
    const wanted = next(now);
    const same = await scim.sameGroup(organization.id, wanted.displayName, wanted.externalId);
    if (same !== undefined && same !== id) throw taken(`There is such a group: ${same}.`);
    const groupId = id ?? newId("scimgroup");
    const added = [...without(wanted.members, now.members)];
    const removed = [...without(now.members, wanted.members)];
    const known = new Set(await scim.knownUsers(organization.id, added));
    const foreign = added.find((one) => !known.has(one));
    if (foreign !== undefined) throw noSuchMember(foreign);
    const { displayName, externalId } = wanted;
    const changes = [...namesChanges(now, wanted, id === undefined), ...memberChanges(removed, added)];
    if (id === undefined || changes.length > 0) {
      await scim.putGroup(organization.id, { id: groupId, displayName, externalId, changedAt: author.now });
      if (added.length > 0) await scim.addMembers(organization.id, groupId, added);
      if (removed.length > 0) await scim.removeMembers(organization.id, groupId, removed);
      const action = id === undefined ? "create_scim_group" : "update_scim_group";
      const context = { action, resource: "scim_groups", rowId: groupId, changes };
      await scim.record(trailOf(author, [organization.id], context));
    }
    const renamed = namesChanges(now, wanted, false).length > 0;
    const movedOnly = changes.length > 0 && !renamed;
    const settles = movedOnly ? [...added, ...removed] : [...wanted.members, ...removed];
    return { groupId, wanted, movedOnly, settles: new Set(settles) };
  });
  if (!saved.movedOnly || (await isMapped(deps, call, saved.wanted)))
    for (const user of saved.settles) await settleUser(deps, call, user);
  return saved.groupId;
}

/** Whether a mapping of the organization's sign-in names it: to be in another group gives and takes nothing. */
async function isMapped({ sso }: ScimDeps, { organization }: ScimCall, group: WantedGroup): Promise<boolean> {
  const { role_mappings = [], team_mappings = [] } = (await sso.connection(organization.id))?.settings ?? {};
  const values = valuesOfGroup(group);
  return [...role_mappings, ...team_mappings].some(({ value }) => values.includes(value));
}

/** Members whom the provider has not named before are its users from now on. */
async function nameAll(deps: ScimDeps, call: ScimCall, { members }: WantedGroup): Promise<void> {
  const { organization } = call;
  const known = new Set(await deps.scim.knownUsers(organization.id, [...members]));
  const reading = { scim: deps.scim, identity: deps.people.identity };
  for (const id of members) {
    if (known.has(id)) continue;
    const person = await personById(reading, organization, id);
    if (person === undefined) throw noSuchMember(id);
    await saveUser(deps, call, id, async () => ({ content: person.content, active: true }));
  }
}

function noSuchMember(id: string) {
  return invalidValue(`members: there is no user ${id.slice(0, 100)}; list the users for their ids.`);
}

async function groupOf(
  scim: Pick<ScimDeps["scim"], "group" | "memberIds">,
  organizationId: string,
  id: string,
): Promise<WantedGroup> {
  const group = await scim.group(organizationId, id);
  if (group === undefined) throw notThere("group");
  return { ...group, members: new Set(await scim.memberIds(organizationId, id)) };
}

function namesChanges(before: WantedGroup, after: WantedGroup, isNew: boolean): FieldChange[] {
  const { displayName, externalId } = after;
  if (isNew) return madeOf({ displayName, externalId });
  return (["displayName", "externalId"] as const).flatMap((field) =>
    before[field] === after[field] ? [] : [{ field, before: before[field], after: after[field] }],
  );
}

function memberChanges(removed: readonly string[], added: readonly string[]): FieldChange[] {
  return removed.length + added.length === 0 ? [] : [{ field: "members", before: removed, after: added }];
}

const whole: Projection = { attributes: [], excluded: [] };

async function shown(
  deps: ScimDeps,
  { organization }: ScimCall,
  id: string,
  projection: Projection = whole,
): Promise<JsonObject> {
  const group = await deps.scim.group(organization.id, id);
  if (group === undefined) throw notThere("group");
  const [one] = await allShown(deps, organization.id, [group], projection);
  return one as JsonObject;
}

async function allShown(
  deps: ScimDeps,
  organizationId: string,
  groups: readonly StoredGroup[],
  { excluded, attributes }: Projection,
): Promise<JsonObject[]> {
  const base = baseOf(deps);
  const isLeftOut =
    excluded.some((name) => /^members$/i.test(name)) ||
    (attributes.length > 0 && !attributes.some((name) => /^members\b/i.test(name)));
  const ids = isLeftOut ? [] : groups.map(({ id }) => id);
  const places = ids.length === 0 ? [] : await deps.scim.membersOf(organizationId, ids);
  const members = grouped(places, ({ groupId }) => groupId);
  return groups.map(({ id, displayName, externalId, createdAt, changedAt }) => ({
    schemas: ["urn:ietf:params:scim:schemas:core:2.0:Group"],
    id,
    ...(externalId === null ? {} : { externalId }),
    displayName,
    ...(isLeftOut
      ? {}
      : {
          members: (members.get(id) ?? []).map(({ scimUserId: value, content }) => ({
            value,
            $ref: `${base}/Users/${value}`,
            display: String(content.userName),
            type: "User",
          })),
        }),
    meta: {
      resourceType: "Group",
      created: createdAt.toISOString(),
      lastModified: changedAt.toISOString(),
      location: `${base}/Groups/${id}`,
    },
  }));
}
