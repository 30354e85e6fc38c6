/** Which resources a filter takes, with the examples of RFC 7644 §3.4.2.2, and what it answers of one. */
import { expect, it } from "vitest";
import { matches, projected, readFilter } from "../../src/features/identity/scim/filter.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";

const bjensen: JsonObject = {
  schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
  id: "2819c223",
  externalId: "701984",
  userName: "bjensen@example.com",
  title: "Tour Guide",
  userType: "Employee",
  active: true,
  name: { familyName: "O'Malley", givenName: "Barbara" },
  emails: [
    { value: "bjensen@example.com", type: "work", primary: true },
    { value: "babs@jensen.org", type: "home" },
  ],
  ims: [{ type: "xmpp", value: "someone@foo.com" }],
  meta: { resourceType: "User", lastModified: "2011-05-13T04:42:34Z" },
  "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User": { department: "Tour Operations" },
};

it.each([
  ['userName Eq "BJensen@example.com"', true],
  ['name.familyName co "O\'Malley"', true],
  ['userName sw "J"', false],
  ['urn:ietf:params:scim:schemas:core:2.0:User:userName sw "B"', true],
  ["title pr", true],
  ["nickName pr", false],
  ['meta.lastModified gt "2011-05-13T04:42:34Z"', false],
  ['meta.lastModified ge "2011-05-13T04:42:34Z"', true],
  ['title pr and userType eq "Employee"', true],
  ['title pr or userType eq "Intern"', true],
  ['schemas eq "urn:ietf:params:scim:schemas:core:2.0:User"', true],
  ['userType eq "Employee" and (emails co "example.com" or emails.value co "example.org")', true],
  ['userType ne "Employee" and not (emails co "example.com" or emails.value co "example.org")', false],
  ['not (emails co "nowhere.example" or userType eq "Intern")', true],
  ['not (emails co "example.com" or userType eq "Intern")', false],
  ['userType eq "Employee" and (emails.type eq "work")', true],
  ['userType eq "Employee" and emails[type eq "work" and value co "@example.com"]', true],
  ['emails[type eq "home" and value co "@example.com"]', false],
  ['emails[type eq "work" and value co "@example.com"] or ims[type eq "xmpp" and value co "@foo.com"]', true],
  ['active eq "True"', true],
  ["active eq false", false],
  ['externalId eq "701984"', true],
  ['id eq "2819C223"', false],
  ['nickName ne "Babs"', true],
  ['urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department sw "tour"', true],
  ['password eq "secret"', false],
  ["__proto__ pr", false],
])("%s", (filter, wanted) => {
  expect(matches(bjensen, readFilter(filter))).toBe(wanted);
});

it.each([
  "userName",
  "userName eq",
  'userName like "x"',
  'userName eq "x',
  '(userName eq "x"',
  'userName eq "x")',
  'eq "x"',
  "userName eq {}",
  `userName eq "${"x".repeat(1_000)}"`,
  "(".repeat(900),
])("%s is no filter", (filter) => {
  expect(() => readFilter(filter)).toThrow(expect.objectContaining({ scimType: "invalidFilter" }));
});

it("answers the attributes that were asked for, and id and schemas always", () => {
  const of = (attributes: string[], excluded: string[] = []) => projected(bjensen, { attributes, excluded });
  const { schemas, id } = bjensen;
  expect(of(["USERNAME", "name.familyName"])).toEqual({
    schemas,
    id,
    userName: "bjensen@example.com",
    name: { familyName: "O'Malley" },
  });
  expect(of(["emails.value"]).emails).toEqual([
    { value: "bjensen@example.com" },
    { value: "babs@jensen.org" },
  ]);
  const extension = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";
  expect(of([`${extension}:department`])[extension]).toEqual({ department: "Tour Operations" });
  expect(Object.keys(of([], ["id", "emails", "name.givenName"]))).toEqual(
    Object.keys(bjensen).filter((name) => name !== "emails"),
  );
  expect(of([], ["name.givenName"]).name).toEqual({ familyName: "O'Malley" });
});
