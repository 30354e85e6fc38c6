/** The operator's own calls, made without a network: organizations, and the people in them. */
import type { FastifyInstance } from "fastify";
import type { Organization } from "../engine/context.ts";
import type { Plan } from "../kernel/access.ts";
import type { JsonObject } from "../kernel/validate.ts";

export function createOperator(server: FastifyInstance, token: string) {
  return { organization, organizations, addMember, members };

  /** The members' ids by their addresses. */
  async function members(organizationId: string): Promise<ReadonlyMap<string, string>> {
    const { data } = await must(`${organizationId}/members`);
    return new Map((data as JsonObject[]).map(({ email, id }) => [String(email), String(id)]));
  }

  /** The first page of them. */
  async function organizations(): Promise<readonly Organization[]> {
    return ((await must()).data as JsonObject[]).map(organizationOf);
  }

  /** The organization with this id or slug; without one, the only one that there is. */
  async function organization(named: string | undefined): Promise<Organization> {
    if (named !== undefined) return organizationOf(await must(encodeURIComponent(named)));
    const { data } = await must();
    const [only, ...others] = data as JsonObject[];
    if (only === undefined) throw new Error("there is no organization yet");
    if (others.length === 0) return organizationOf(only);
    throw new Error("there are several organizations; say which one with --org <slug or id>");
  }

  /** Adds a member; somebody who is one already stays as they are. */
  async function addMember(organizationId: string, person: JsonObject): Promise<void> {
    const { status, body } = await send("POST", `${organizationId}/members`, person);
    if (status !== 201 && status !== 409) throw new Error(`${String(person.email)}: ${String(body.message)}`);
  }

  async function must(path?: string): Promise<JsonObject> {
    const { status, body } = await send("GET", path);
    if (status !== 200) throw new Error(String(body.message));
    return body;
  }

  async function send(method: "GET" | "POST", path?: string, payload?: JsonObject) {
    const { statusCode, body } = await server.inject({
      method,
      url: `/api/v1/operator/organizations${path === undefined ? "" : `/${path}`}`,
      headers: {
        authorization: `Bearer ${token}`,
        ...(payload === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
    });
    return { status: statusCode, body: JSON.parse(body) as JsonObject };
  }
}

function organizationOf({ id, slug, name, plan, ip_allowlist, ...more }: JsonObject): Organization {
  const held = (more.deletion ?? more.suspension) as JsonObject | null;
  return {
    id: String(id),
    slug: String(slug),
    name: String(name),
    plan: plan as Plan,
    ipAllowlist: (ip_allowlist ?? []) as readonly string[],
    suspension: held && {
      reason: String(held.reason),
      since: String(held.since),
      deleteAt: (held.delete_at ?? null) as string | null,
    },
    quotas: more.effective_quotas as Organization["quotas"],
  };
}
