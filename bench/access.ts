/** What a benchmark asks of a service that it started: keys, and rows made the usual way. */
export const admin = { email: "bench@example.com", password: "correct horse battery" };

/** The settings of a service under test. Its rate limit is very high, not off: counting is measured too. */
export const environment = {
  ORGCONFIG_SECRET_KEYS: Buffer.alloc(32, 7).toString("base64"),
  ORGCONFIG_OPERATOR_TOKEN: "bench-operator-token",
  ORGCONFIG_ADMIN_EMAIL: admin.email,
  ORGCONFIG_ADMIN_PASSWORD: admin.password,
  ORGCONFIG_RATE_LIMIT: "1000000",
};

export interface Access {
  readonly organizationId: string;
  /** @param organization the first one where it is left out */
  makeKey(scope: string, organization?: string): Promise<string>;
  /** Another organization with the same admin. @returns its id */
  makeOrganization(name: string): Promise<string>;
}

/** Signs in as the first organization's admin. */
export async function openAccess(port: number): Promise<Access> {
  const origin = `http://127.0.0.1:${port}`;
  const json = { "content-type": "application/json", origin };
  const session = await fetch(`${origin}/api/v1/session`, {
    method: "POST",
    headers: json,
    body: JSON.stringify(admin),
  });
  const cookie = session.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const me = (await session.json()) as { organizations: { id: string }[] };
  const organizationId = me.organizations[0]?.id as string;
  const asOperator = async (path: string, body: object): Promise<{ id: string }> => {
    const headers = { ...json, authorization: `Bearer ${environment.ORGCONFIG_OPERATOR_TOKEN}` };
    const url = `${origin}/api/v1/operator/organizations${path}`;
    const made = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
    const text = await made.text();
    if (made.status !== 201) throw new Error(text);
    return JSON.parse(text) as { id: string };
  };
  return {
    organizationId,
    async makeKey(scope, organization = organizationId) {
      const made = await fetch(`${origin}/api/v1/organizations/${organization}/api_keys`, {
        method: "POST",
        headers: { ...json, cookie },
        body: JSON.stringify({ name: scope, scopes: [scope] }),
      });
      return ((await made.json()) as { key: string }).key;
    },
    async makeOrganization(name) {
      const { id } = await asOperator("", { name, plan: "business" });
      await asOperator(`/${id}/members`, { ...admin, role: "org_admin" });
      return id;
    },
  };
}

export interface Created {
  readonly id: string;
  readonly etag: string;
  /** The answer as it was sent. */
  readonly data: string;
}

/** @throws with the answer when the row was refused */
export async function create(port: number, key: string, kind: string, body: unknown): Promise<Created> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/config/${kind}`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const data = await answer.text();
  if (answer.status !== 201) throw new Error(data);
  return { id: (JSON.parse(data) as { id: string }).id, etag: answer.headers.get("etag") as string, data };
}
