/** People who use the console: made by the operator, signed in over HTTP like everybody. */
import type { Plan, Role } from "../../src/kernel/access.ts";
import type { Answer, Send, SendOptions, TestService } from "./service.ts";

export const goodPassword = "correct horse battery staple";
/** Injected requests name this host. */
const origin = "http://localhost:80";

export interface Person {
  readonly id: string;
  readonly email: string;
  /** The cookie that the browser would send. */
  readonly cookie: string;
  /** Sends to /api/v1/<path> as the person's browser does. */
  readonly send: Send;
}

export interface Site {
  /** Sends to /api/v1/<path> with the operator's token. */
  readonly operator: Send;
  makeOrganization(options?: {
    plan?: Plan;
    name?: string;
  }): Promise<{ id: string; slug: string; name: string }>;
  /** Makes a member with a password, by the operator, and signs them in. */
  makeMember(organizationId: string, role: Role, email?: string): Promise<Person>;
  /** Deletes an organization at once: suspends and exports it first. */
  deleteOrganization(id: string): Promise<Answer>;
  signIn(email: string, password?: string, options?: SendOptions): Promise<Answer>;
  /** Sends to /api/v1/<path> with a cookie, or without one, from the service's own page. */
  browser(cookie?: string): Send;
}

export function siteOf(test: TestService): Site {
  let people = 0;
  const operator: Send = (method, path, { headers, ...rest } = {}) =>
    test.send(method, `/api/v1/${path}`, {
      ...rest,
      headers: { authorization: `Bearer ${test.settings.operatorToken}`, ...headers },
    });
  const browser =
    (cookie?: string): Send =>
    (method, path, { headers, ...rest } = {}) =>
      test.send(method, `/api/v1/${path}`, {
        ...rest,
        headers: { origin, host: "localhost:80", ...(cookie === undefined ? {} : { cookie }), ...headers },
      });

  const site: Site = {
    operator,
    browser,
    async makeOrganization({ plan = "business", name = "Acme" } = {}) {
      const { status, body } = await operator("POST", "operator/organizations", { body: { name, plan } });
      if (status !== 201) throw new Error(JSON.stringify(body));
      return body;
    },
    async makeMember(organizationId, role, email) {
      people += 1;
      const address = email ?? `person-${people}@example.com`;
      const made = await operator("POST", `operator/organizations/${organizationId}/members`, {
        body: { email: address, role, password: goodPassword },
      });
      if (made.status !== 201) throw new Error(JSON.stringify(made.body));
      const cookie = cookieOf(await site.signIn(address));
      return { id: made.body.id, email: address, cookie, send: browser(cookie) };
    },
    async deleteOrganization(id) {
      const path = `operator/organizations/${id}`;
      await operator("POST", `${path}/suspension`, { body: { reason: "It ends." } });
      const exported = await operator("GET", `${path}/export`);
      if (exported.status !== 200) throw new Error(exported.text);
      return operator("DELETE", `${path}?after_days=0`);
    },
    signIn: (email, password = goodPassword, options = {}) =>
      browser()("POST", "session", { ...options, body: { email, password } }),
  };
  return site;
}

/** The session cookie of an answer, as the browser sends it back. */
export function cookieOf(answer: Answer): string {
  return cookiesOf(answer)[0]?.split(";")[0] ?? "";
}

/** The cookies that an answer sets: the session's first. */
export function cookiesOf({ headers }: Answer): string[] {
  return [headers["set-cookie"] ?? []].flat();
}

/** The marks by which a browser that got this answer is known later, as it sends them back. */
export function deviceOf(answer: Answer): string {
  return cookiesOf(answer)[1]?.split(";")[0] ?? "";
}

/** An organization's audit records, oldest first. */
export async function recordsOf(
  test: TestService,
  organizationId: string,
): Promise<Record<string, unknown>[]> {
  return test.database.queryText(
    {
      name: "test-audit-records",
      text: `SELECT action, resource, row_id, outcome, actor_kind, actor_name, door, changes FROM audit_records
        WHERE organization_id = $1 ORDER BY sequence`,
    },
    [organizationId],
  );
}
