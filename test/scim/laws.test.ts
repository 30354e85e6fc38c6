/** Whatever a provider does in whichever order, people and groups here are what a small model of it says. */
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runs } from "../support/property.ts";
import { startService, type TestService } from "../support/service.ts";
import { type Site, siteOf } from "../support/sign-in.ts";
import { type Provider, providerOf } from "./support.ts";

let test: TestService;
let site: Site;
beforeAll(async () => {
  test = await startService();
  site = siteOf(test);
});
afterAll(() => test.close());

const who = fc.nat({ max: 3 });
const step = fc.oneof(
  fc.record({ do: fc.constant("create" as const), who }),
  fc.record({
    do: fc.constant("activate" as const),
    who,
    active: fc.constantFrom<unknown>(true, false, "True", "False"),
  }),
  fc.record({ do: fc.constant("rename" as const), who, title: fc.constantFrom("a", "b") }),
  fc.record({ do: fc.constant("delete" as const), who }),
  fc.record({ do: fc.constant("join" as const), who, group: fc.nat({ max: 1 }) }),
  fc.record({ do: fc.constant("leave" as const), who, group: fc.nat({ max: 1 }) }),
);

interface Modelled {
  readonly id: string;
  readonly email: string;
  active: boolean;
  title: string | undefined;
  readonly groups: Set<number>;
}

/** The role that the mappings below give; undefined: no member. */
function roleOf({ active, groups }: Modelled): string | undefined {
  if (!active) return undefined;
  return groups.has(1) ? "org_admin" : groups.has(0) ? "member" : undefined;
}

it("agrees with the model after every step", async () => {
  let names = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const { id, slug } = await site.makeOrganization();
      const admin = await site.makeMember(id, "org_admin", `law-admin-${++names}@example.com`);
      const body = {
        issuer: "https://provider.example.com",
        client_id: "x",
        role_mappings: [
          { value: "group 0", role: "member" },
          { value: "group 1", role: "org_admin" },
        ],
      };
      expect((await admin.send("PUT", `organizations/${slug}/sso`, { body })).status).toBe(200);
      const provider = await providerOf(test, admin, slug);
      const groups = [await provider.makeGroup("group 0"), await provider.makeGroup("group 1")];
      const people = new Map<number, Modelled>();
      for (const one of steps) {
        await take(provider, groups, people, one, `law-${names}-${one.who}@example.com`);
        const { data } = (await admin.send("GET", `organizations/${slug}/members`)).body;
        const wanted = [...people.values()].flatMap((person) => {
          const role = roleOf(person);
          return role === undefined ? [] : [[person.email, role]];
        });
        const seen = data.map(({ email, role }: { email: string; role: string }) => [email, role]);
        expect(seen.sort()).toEqual([...wanted, [admin.email, "org_admin"]].sort());
        await compare(provider, people);
      }
    }),
    { numRuns: runs(40, 3), endOnFailure: true },
  );
});

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

async function take(
  provider: Provider,
  groups: readonly string[],
  people: Map<number, Modelled>,
  one: Step,
  email: string,
) {
  const person = people.get(one.who);
  if (one.do === "create") {
    const made = await provider.send("POST", "Users", { userName: email, emails: [{ value: email }] });
    expect(made.status).toBe(person === undefined ? 201 : 409);
    if (person === undefined)
      people.set(one.who, { id: made.body.id, email, active: true, title: undefined, groups: new Set() });
    return;
  }
  const path = `Users/${person?.id ?? "scim_nobody"}`;
  const there = person === undefined ? 404 : 200;
  if (one.do === "activate") {
    expect((await provider.patch(path, { op: "Replace", path: "active", value: one.active })).status).toBe(
      there,
    );
    if (person !== undefined) person.active = String(one.active).toLowerCase() === "true";
  } else if (one.do === "rename") {
    expect((await provider.patch(path, { op: "add", value: { title: one.title } })).status).toBe(there);
    if (person !== undefined) person.title = one.title;
  } else if (one.do === "delete") {
    expect((await provider.send("DELETE", path)).status).toBe(person === undefined ? 404 : 204);
    people.delete(one.who);
  } else {
    const value = [{ value: person?.id ?? "scim_nobody" }];
    const op = one.do === "join" ? "Add" : "Remove";
    const { status } = await provider.patch(`Groups/${groups[one.group]}`, { op, path: "members", value });
    // Nobody is in a group already, and nothing is left to remove.
    expect(status).toBe(person === undefined && one.do === "join" ? 400 : 204);
    if (one.do === "join") person?.groups.add(one.group);
    else person?.groups.delete(one.group);
  }
}

async function compare(provider: Provider, people: ReadonlyMap<number, Modelled>) {
  const { Resources } = (await provider.send("GET", "Users")).body;
  const seen = Resources.filter(({ id }: { id: string }) => id.startsWith("scim_")).map(
    (user: { id: string; active: boolean; title?: string; groups?: { display: string }[] }) => [
      user.id,
      user.active,
      user.title,
      (user.groups ?? []).map(({ display }) => display).sort(),
    ],
  );
  const wanted = [...people.values()].map(({ id, active, title, groups }) => [
    id,
    active,
    title,
    [...groups].map((group) => `group ${group}`).sort(),
  ]);
  expect(seen.sort()).toEqual(wanted.sort());
}
