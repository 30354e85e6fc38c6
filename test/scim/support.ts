/** A provider that keeps people and groups by SCIM, as requests. */
import type { Answer, TestService } from "../support/service.ts";
import type { Person } from "../support/sign-in.ts";

export const userSchema = "urn:ietf:params:scim:schemas:core:2.0:User";
export const groupSchema = "urn:ietf:params:scim:schemas:core:2.0:Group";
const patchSchema = "urn:ietf:params:scim:api:messages:2.0:PatchOp";

export interface Provider {
  readonly token: string;
  readonly tokenId: string;
  send(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Makes a user of that address. */
  makeUser(email: string, more?: object): Promise<string>;
  makeGroup(displayName: string, members?: readonly string[], more?: object): Promise<string>;
  patch(path: string, ...operations: object[]): Promise<Answer>;
}

export async function providerOf(test: TestService, admin: Person, slug: string): Promise<Provider> {
  const made = await admin.send("POST", `organizations/${slug}/scim_tokens`, { body: { name: "Okta" } });
  if (made.status !== 201) throw new Error(made.text);
  return providerWith(test, made.body.token, made.body.id);
}

export function providerWith(test: TestService, token: string, tokenId = ""): Provider {
  const send = async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const answer = await test.send(method, `/api/scim/v2/${path}`, {
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { "content-type": "application/scim+json" }),
      },
      ...(body === undefined ? {} : { body }),
    });
    return { ...answer, body: answer.text === "" ? undefined : JSON.parse(answer.text) };
  };
  const make = async (path: string, body: object): Promise<string> => {
    const { status, body: made, text } = await send("POST", path, body);
    if (status !== 201) throw new Error(`${status} ${text}`);
    return made.id;
  };
  return {
    token,
    tokenId,
    send,
    makeUser: (email, more = {}) =>
      make("Users", {
        schemas: [userSchema],
        userName: email,
        emails: [{ value: email, type: "work", primary: true }],
        active: true,
        ...more,
      }),
    makeGroup: (displayName, members = [], more = {}) =>
      make("Groups", {
        schemas: [groupSchema],
        displayName,
        members: members.map((value) => ({ value })),
        ...more,
      }),
    patch: (path, ...Operations) => send("PATCH", path, { schemas: [patchSchema], Operations }),
  };
}
