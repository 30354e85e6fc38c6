/** What the calls of identity answer, declared once for HTTP's documents and for the tests. */

import type {
  Membership,
  OrganizationRecord,
  Unreached,
  UserRecord,
} from "../../../engine/ports/accounts.ts";
import { plans, roles } from "../../../kernel/access.ts";
import {
  boolean,
  choice,
  type ItemField,
  list,
  map,
  object,
  text,
  timestamp,
} from "../../../kernel/field.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import type { IdentityDeps } from "./deps.ts";
import { signInPath } from "./reach.ts";
import { timezoneOf } from "./settings.ts";

export const idField = text({ description: "The id." });
export const roleField = choice({
  description: "What the person may do: viewer, member or org_admin.",
  choices: roles,
});
export const planField = choice({ description: "The plan.", choices: plans });
export const personName = text({ description: "The person's name.", max: 255, default: "", oneLine: true });
export const emailField = text({ description: "An email address.", format: "email", max: 254 });

/** What keys and tokens of every sort are asked for and show. */
export const endInput = timestamp({
  description: "When it stops working; null or left out: never, or as late as key_max_lifetime_days allows.",
  nullable: true,
});
export const prefixField = text({ description: "The start of its value, by which to know it." });

export const organizationShape = object({
  description: "An organization.",
  fields: {
    id: idField,
    slug: text({ description: "Its name in paths." }),
    name: text({ description: "Its name." }),
  },
});

export const userShape = object({
  description: "A person.",
  fields: { id: idField, email: text({ description: "The person's address." }), name: personName },
});

export const memberShape = object({
  description: "A member, or somebody invited.",
  fields: {
    ...userShape.fields,
    role: roleField,
    status: choice({ description: "Invited until the person accepts.", choices: ["active", "invited"] }),
    second_factor: boolean({ description: "Whether the person's password needs a second factor." }),
    created_at: timestamp({ description: "When the person was added." }),
  },
});

export const membershipShape = object({
  description: "An organization with the person's role in it.",
  fields: {
    ...organizationShape.fields,
    plan: planField,
    role: roleField,
    timezone: text({ description: "The time zone of its clocks, as its settings say it." }),
    suspension: object({
      description: "Why it takes no changes; null: it does.",
      nullable: true,
      fields: {
        reason: text({ description: "In the operator's words.", default: "" }),
        since: timestamp({ description: "Since when." }),
        delete_at: timestamp({ description: "When it is going to be deleted.", nullable: true }),
      },
    }),
  },
});

export const whoAmIShape = object({
  description: "Who is signed in, and in which organizations.",
  fields: {
    user: userShape,
    must_change_password: boolean({
      description:
        "True while the password is temporary: until it is changed, every other call of the session is refused.",
    }),
    organizations: list({
      description: "Where the person is a member.",
      items: membershipShape,
      max: 10_000,
    }),
    other_organizations: list({
      description:
        "Where the person is a member too, and something is needed first: another sign-in, or a second factor.",
      items: object({
        description: "An organization, and how to sign in there.",
        fields: {
          ...organizationShape.fields,
          sign_in_at: text({
            description: "Where its own sign-in begins, as a path; null: with the password.",
            nullable: true,
          }),
          by_password: boolean({ description: "Whether signing in with the password reaches it." }),
          needs: choice({
            description:
              "What it needs first: another sign-in, or a second factor, which the person adds in this session.",
            choices: ["sign_in", "second_factor"],
          }),
        },
      }),
      max: 10_000,
    }),
  },
});

/** A list as every call answers it; an organization's own says whose it is. With `etags`, those can be asked for. */
export function listShape(
  items: ItemField,
  options: { readonly organization?: true; readonly etags?: true } = {},
) {
  const { organization, etags } = options;
  return object({
    description: "A list, cut at the cap.",
    fields: {
      ...(organization ? { organization: organizationShape } : {}),
      data: list({ description: "The entries.", items, max: 100_000 }),
      truncated: boolean({ description: "Whether entries past the cap were left out." }),
      ...(etags
        ? {
            etags: map({
              description: "The ETag of each entry by its id, where etags=true asked for them.",
              maxValue: 255,
              maxEntries: 100_000,
              optional: true,
            }),
          }
        : {}),
    },
  });
}

export const deletedShape = object({
  description: "What was deleted.",
  fields: { id: idField, deleted: boolean({ description: "Always true." }) },
});

export function when(description: string) {
  return timestamp({ description });
}

export function whenever(description: string) {
  return timestamp({ description, nullable: true });
}

export function deleted(id: string): JsonObject {
  return { id, deleted: true };
}

export function renderOrganization({
  id,
  slug,
  name,
}: Pick<OrganizationRecord, "id" | "slug" | "name">): JsonObject {
  return { id, slug, name };
}

export function renderUser({ id, email, name }: UserRecord): JsonObject {
  return { id, email, name };
}

function renderMembership({ organization, role }: Membership, timezone: string): JsonObject {
  const { plan, suspension } = organization;
  const rest = { plan, role, timezone, suspension: renderSuspension(suspension) };
  return { ...renderOrganization(organization), ...rest };
}

/** With the time zone of each: who shows times, or asks for one, needs it before anything else. */
export function renderMemberships(
  deps: Pick<IdentityDeps, "store">,
  memberships: readonly Membership[],
): Promise<readonly JsonObject[]> {
  return Promise.all(
    memberships.map(async (membership) =>
      renderMembership(membership, await timezoneOf(deps, membership.organization.id)),
    ),
  );
}

function renderSuspension(suspension: OrganizationRecord["suspension"]): JsonObject | null {
  if (suspension === null) return null;
  const { reason, since, deleteAt } = suspension;
  const isoOf = (time: string) => new Date(time).toISOString();
  return { reason, since: isoOf(since), delete_at: deleteAt === null ? null : isoOf(deleteAt) };
}

export async function renderWhoAmI(
  deps: Pick<IdentityDeps, "store">,
  user: UserRecord,
  memberships: readonly Membership[],
  mustChangePassword: boolean,
  elsewhere: readonly Unreached[],
): Promise<JsonObject> {
  return {
    user: renderUser(user),
    must_change_password: mustChangePassword,
    organizations: await renderMemberships(deps, memberships),
    other_organizations: elsewhere.map(({ organization, signIn, needs }) => ({
      ...renderOrganization(organization),
      sign_in_at: signIn === "password" ? null : signInPath(organization.slug),
      by_password: signIn !== "sso",
      needs,
    })),
  };
}
