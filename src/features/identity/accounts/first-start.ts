/** The first start on an empty database: somebody to sign in as, and a key for the first curl. */

import { currentTime } from "../../../engine/clock.ts";
import type { Store } from "../../../engine/ports/rows.ts";
import { withTransaction } from "../../../engine/transaction.ts";
import { newId } from "../../../kernel/ids.ts";
import { type Author, madeOf, trailOf } from "./author.ts";
import { newSecret } from "./credential.ts";
import { addKey } from "./keys.ts";
import { addOrganization, slugLock } from "./organizations.ts";
import type { Passwords } from "./password.ts";
import { trivialPassword } from "./password-rule.ts";
import type { IdentityStore } from "./store.ts";

/** What to show, this once. */
export interface FirstStart {
  readonly organization: { readonly id: string; readonly slug: string; readonly name: string };
  readonly email: string;
  /** Only where it was made up here. */
  readonly password: string | undefined;
  /** An api:admin key; only where the address or the password was made up here. */
  readonly key: string | undefined;
}

interface Deps {
  readonly identity: IdentityStore;
  readonly store: Store;
  readonly passwords: Passwords;
}

/** Of ORGCONFIG_ADMIN_EMAIL and ORGCONFIG_ADMIN_PASSWORD, what is set. */
interface Given {
  readonly email: string | undefined;
  readonly password: string | undefined;
}

const organizationName = "Main";
const madeUpEmail = "admin@example.com";
const madeUpPasswordLength = 24;

/** What the environment says about the first start cannot be used; the message names the variable. */
export class BadFirstStart extends Error {}

/**
 * Makes the first person, organization and key; undefined where there is anything already.
 * @param keep is given what was made before it is stored; where it throws, nothing is
 * @throws BadFirstStart when the password given is guessed first. Only here, so that an installation from
 * before, whose environment still names one, goes on starting.
 */
export async function firstStart(
  deps: Deps,
  given: Given,
  keep: (first: FirstStart) => void = () => {},
): Promise<FirstStart | undefined> {
  const { store, passwords } = deps;
  if (!(await deps.identity.organizations.none())) return undefined;
  const email = given.email ?? madeUpEmail;
  if (given.password !== undefined) {
    const message = trivialPassword(given.password, { email, organizations: [organizationName] });
    if (message !== undefined) throw new BadFirstStart(`ORGCONFIG_ADMIN_PASSWORD ${message}`);
  }
  const password = given.password ?? newSecret().value.slice(0, madeUpPasswordLength);
  const passwordHash = await passwords.hash(password);
  const author = serviceAuthor();

  // Of two nodes that start at once, the second finds the first one's organization under this lock.
  const made = await withTransaction(store, ["first-start", slugLock], async (writer) => {
    const identity = deps.identity.in(writer);
    if (!(await identity.organizations.none())) return { done: false } as const;
    const organization = await addOrganization(identity, author, {
      name: organizationName,
      plan: "business",
    });
    const user = { id: newId("user"), email, name: "", createdAt: author.now };
    // The person who starts the installation is trusted about the address.
    await identity.users.insert({ ...user, passwordHash, passwordState: "own", provedAt: author.now });
    const changes = [...madeOf({ email, role: "org_admin" }), { field: "password", secret: "set" } as const];
    await identity.members.insert(
      {
        organizationId: organization.id,
        userId: user.id,
        role: "org_admin",
        invitedName: null,
        acceptedAt: author.now,
        createdAt: author.now,
      },
      trailOf(author, [organization.id], {
        action: "add_member",
        resource: "members",
        rowId: user.id,
        changes,
      }),
    );
    const invented = given.email === undefined || given.password === undefined;
    const key = invented
      ? await addKey(identity, author, organization.id, {
          name: "First key",
          scopes: ["api:admin"],
          expiresAt: null,
        })
      : undefined;
    const { id, slug, name } = organization;
    const first: FirstStart = {
      organization: { id, slug, name },
      email,
      password: given.password === undefined ? password : undefined,
      key: key?.value,
    };
    keep(first);
    return { done: true, first } as const;
  });
  return made.done ? made.first : undefined;
}

function serviceAuthor(): Author {
  const actor = { kind: "service", id: "orgconfig", name: "orgconfig" } as const;
  return { actor, door: "service", requestId: "first-start", address: undefined, now: currentTime() };
}
