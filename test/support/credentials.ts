/** Every credential that a REST call may come with but the right one, and what it is answered. */
import { newCredential } from "../../src/features/identity/accounts/credential.ts";
import type { Scope } from "../../src/kernel/access.ts";
import type { ContractTenant } from "./contract.ts";
import { makePerson, makeToken } from "./people.ts";
import type { Send, TestService } from "./service.ts";

export interface Refused {
  readonly what: string;
  /** The header, or none. */
  readonly authorization: string | undefined;
  readonly status: 401 | 403;
  readonly error: "unauthorized" | "forbidden";
  /** A word that the message has to hold. */
  readonly says: string;
}

/** Credentials that are refused whatever they ask for; most of them are of the tenant itself. */
export async function refusedCredentials(
  service: TestService,
  { organization, key }: ContractTenant,
): Promise<Refused[]> {
  const { database } = service;
  const person = await makePerson(database, organization.id, "token@example.com", "org_admin");
  const token = await makeToken(database, person, [organization.id]);
  const revoked = await service.makeKey(organization.id, ["api:admin"]);
  await revoke(service, revoked.id);
  const past = { expiresAt: new Date(Date.now() - 1_000) };
  const expired = await service.makeKey(organization.id, ["api:admin"], past);
  const of = async (...scopes: Scope[]) => (await service.makeKey(organization.id, scopes)).value;
  const planned = async (plan: "free" | "team") => (await service.makeTenant({ plan })).key.value;
  const barred = await service.makeTenant();
  await allowOnly(service, barred.organization.id, "192.0.2.0/24");

  const unauthorized = (what: string, authorization: string | undefined): Refused => ({
    what,
    authorization,
    status: 401,
    error: "unauthorized",
    says: "Authorization: Bearer",
  });
  const forbidden = (what: string, value: string, says: string): Refused => ({
    what,
    authorization: `Bearer ${value}`,
    status: 403,
    error: "forbidden",
    says,
  });
  return [
    unauthorized("none", undefined),
    unauthorized("an empty header", ""),
    unauthorized("no scheme", key.value),
    unauthorized("another scheme", `Basic ${Buffer.from(`x:${key.value}`).toString("base64")}`),
    unauthorized("nothing after the scheme", "Bearer "),
    unauthorized("another form", "Bearer sk_live_1234567890"),
    unauthorized("a mistyped one", `Bearer ${mistyped(key.value)}`),
    unauthorized("half of one", `Bearer ${key.value.slice(0, -20)}`),
    unauthorized("two of them", `Bearer ${key.value} ${key.value}`),
    unauthorized("an unknown key", `Bearer ${newCredential("key").value}`),
    unauthorized("an unknown token", `Bearer ${newCredential("token").value}`),
    unauthorized("a revoked key", `Bearer ${revoked.value}`),
    unauthorized("an expired key", `Bearer ${expired.value}`),
    forbidden("mcp:read", await of("mcp:read"), "api: scope"),
    forbidden("mcp:write", await of("mcp:write"), "api: scope"),
    forbidden("mcp:admin", await of("mcp:admin"), "api: scope"),
    forbidden("all of mcp:*", await of("mcp:read", "mcp:write", "mcp:admin"), "api: scope"),
    forbidden("a personal token", token, "Personal access tokens"),
    forbidden("another address", barred.key.value, "ip_allowlist"),
    forbidden("the free plan", await planned("free"), "configuration API is not included in the plan"),
    forbidden("the team plan", await planned("team"), "configuration API is not included in the plan"),
  ];
}

/** Sends to /api/v1/config/<path> with a header, or with none. */
export function sendAs(service: TestService, authorization: string | undefined): Send {
  return (method, path, { headers, ...rest } = {}) =>
    service.send(method, `/api/v1/config/${path}`, {
      ...rest,
      headers: { ...(authorization === undefined ? {} : { authorization }), ...headers },
    });
}

export async function revoke({ database }: TestService, keyId: string): Promise<void> {
  await database.queryText(
    { name: "test-revoke", text: "UPDATE api_keys SET revoked_at = now() WHERE id = $1" },
    [keyId],
  );
}

export async function allowOnly({ database }: TestService, organizationId: string, range: string) {
  await database.queryText(
    { name: "test-allowlist", text: "UPDATE organizations SET ip_allowlist = ARRAY[$2::text] WHERE id = $1" },
    [organizationId, range],
  );
}

/** One character is another one: the checksum does not hold. */
function mistyped(value: string): string {
  const at = 12;
  return value.slice(0, at) + (value[at] === "x" ? "y" : "x") + value.slice(at + 1);
}
