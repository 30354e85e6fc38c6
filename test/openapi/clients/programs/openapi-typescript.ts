/** A caller's program over the types that openapi-typescript makes, with its own companion openapi-fetch: ten tasks. */
import createClient from "openapi-fetch";
import type { components, paths } from "./schema.ts";

declare const process: { env: Record<string, string | undefined> };

const { ORGCONFIG_URL: baseUrl = "", ORGCONFIG_KEY: key = "" } = process.env;
const {
  ORGCONFIG_ORGANIZATION: org = "",
  ORGCONFIG_EMAIL: email = "",
  ORGCONFIG_PASSWORD: password = "",
} = process.env;
const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${key}` } });

/** What a write answers that was done. Only with `propose=true` it is a proposal, with the status 202. */
type Done<T> = Exclude<T, { readonly digest: string; readonly acts: readonly unknown[] }>;

function must<T>(
  what: string,
  answer: { data?: T; error?: unknown; response: Response },
  status: number,
): Done<T> {
  if (answer.response.status !== status || answer.data === undefined)
    throw new Error(`${what}: ${answer.response.status} ${JSON.stringify(answer.error)}`);
  return answer.data as Done<T>;
}
function same(what: string, found: unknown, wanted: unknown): void {
  if (found !== wanted) throw new Error(`${what}: ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`);
}

const path = (id: string) => ({ path: { id } });

// 1 Create. What has a default stays away, at the top and inside of objects.
const posted = await client.POST("/api/v1/config/teams", { body: { name: "Platform" } });
const team: components["schemas"]["Team"] = must("create a team", posted, 201);
const etag = posted.response.headers.get("etag") ?? "";
const policy = must(
  "create a deploy policy",
  await client.POST("/api/v1/config/deploy_policies", { body: { service: "checkout" } }),
  201,
);
const binding = await client.PUT("/api/v1/config/service_bindings/{id}", {
  params: { ...path("checkout@prod"), header: { "If-None-Match": "*" } },
  body: { metric_selectors: [{ namespace: "AWS/ECS", metric_name: "CPUUtilization" }] },
});
must("bind a service", binding, 200);

// 2 Read; once more, only what is new.
const got = await client.GET("/api/v1/config/teams/{id}", { params: path(team.id) });
same("its name", must("read it", got, 200).name, "Platform");
const unchanged = await client.GET("/api/v1/config/teams/{id}", {
  params: { ...path(team.id), header: { "If-None-Match": got.response.headers.get("x-content-tag") ?? "" } },
});
same("an unchanged read", unchanged.response.status, 304);

// 3 Change what was read, and nothing that somebody else has changed since.
const rename = (name: string) =>
  client.PUT("/api/v1/config/teams/{id}", {
    params: { ...path(team.id), header: { "If-Match": etag } },
    body: { name },
  });
must("rename it", await rename("Core"), 200);
const stale = await rename("Kernel");
same("a stale change", stale.response.status, 412);
if (stale.error?.error !== "precondition_failed" || !("current" in stale.error)) throw new Error("no row");
same("the row as it is", stale.error.current?.["name"], "Core");
const enabled: boolean = policy.enabled;
const switched = await client.PUT("/api/v1/config/deploy_policies/{id}", {
  params: path(policy.id),
  body: { enabled: !enabled },
});
must("change it", switched, 200);

// 4 List page by page.
const sequences: number[] = [];
for (let cursor: string | null | undefined; cursor !== null; ) {
  const page = await client.GET("/api/v1/audit", {
    params: { query: { limit: 2, ...(cursor === undefined ? {} : { cursor }) } },
  });
  const { data, next_cursor } = must("list what was done", page, 200);
  if (data.length > 2) throw new Error("a page is longer than was asked for");
  sequences.push(...data.map(({ sequence }) => sequence));
  cursor = next_cursor ?? null;
}
if (sequences.length < 5 || new Set(sequences).size !== sequences.length)
  throw new Error(`pages: ${sequences}`);

// 5 Plan, and apply exactly that.
const bundle = { teams: [{ name: "Payments" }], slis: [] };
const plan = must("plan", await client.POST("/api/v1/plans", { body: { bundle } }), 201);
same("what the plan does", plan.changes[0]?.action, "create");
must("apply", await client.POST("/api/v1/plans/{id}/apply", { params: path(plan.id), body: {} }), 200);
const list = must(
  "list",
  await client.GET("/api/v1/config/teams", { params: { query: { name: "Payments" } } }),
  200,
);
same("the planned team", list.data[0]?.name, "Payments");

// 6 Delete.
must(
  "delete the policy",
  await client.DELETE("/api/v1/config/deploy_policies/{id}", { params: path(policy.id) }),
  200,
);
must(
  "delete the binding",
  await client.DELETE("/api/v1/config/service_bindings/{id}", { params: path("checkout@prod") }),
  200,
);

// 7 Errors, by their code.
const gone = await client.GET("/api/v1/config/deploy_policies/{id}", { params: path(policy.id) });
same("what is not there", gone.error?.error, "not_found");
const taken = await client.POST("/api/v1/config/teams", { body: { name: "Core" } });
same("a name that is taken", taken.error?.error, "conflict");
const wrong = await client.POST("/api/v1/config/teams", { body: { name: "" } });
same("a wrong body", wrong.error?.error, "unprocessable_entity");
if (wrong.error !== undefined && "fields" in wrong.error)
  same("the wrong field", wrong.error.fields?.[0]?.field, "name");

// 8 Alerts.
const connector = must(
  "create a connector",
  await client.POST("/api/v1/config/connectors", {
    body: { name: "alertmanager", type: "observability", connector_type: "alertmanager" },
  }),
  201,
);
const startsAt = "2026-03-10T09:30:00Z";
must(
  "take in an alert",
  await client.POST("/api/v1/intake/alertmanager/{connector_id}", {
    params: { path: { connector_id: connector.id } },
    body: {
      receiver: "none",
      groupKey: "{}",
      alerts: [
        {
          status: "firing",
          labels: { alertname: "Slow", service: "checkout" },
          startsAt,
          fingerprint: "0000000000000001",
        },
      ],
    },
  }),
  200,
);
const alerts = must(
  "list alerts",
  await client.GET("/api/v1/alerts", { params: { query: { status: "open", service: "checkout" } } }),
  200,
);
same("the alert", alerts.data[0]?.labels["alertname"], "Slow");

// 9 Who did what.
const audit = must(
  "read the audit log",
  await client.GET("/api/v1/audit", { params: { query: { kind: "teams", id: team.id } } }),
  200,
);
same("who made the team", audit.data.at(-1)?.actor.kind, "key");
same("how", audit.data.at(-1)?.action, "create_team");

// 10 Make a key as a person, use it, and end it.
const signedIn = await client.POST("/api/v1/session", {
  body: { email, password },
  headers: { Origin: baseUrl },
});
must("sign in", signedIn, 200);
const Cookie = (signedIn.response.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
const person = createClient<paths>({ baseUrl, headers: { Cookie, Origin: baseUrl } });
const made = must(
  "make a key",
  await person.POST("/api/v1/organizations/{org}/api_keys", {
    params: { path: { org } },
    body: { name: "reader", scopes: ["api:config_read"] },
  }),
  201,
);
const reader = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${made.key}` } });
same("who the key is", must("ask", await reader.GET("/api/v1/whoami"), 200).organization.id, org);
const refused = await reader.DELETE("/api/v1/config/teams/{id}", { params: path(team.id) });
same("a write of a reader", refused.error?.error, "read_only_key");
must(
  "end the key",
  await person.DELETE("/api/v1/organizations/{org}/api_keys/{id}", {
    params: { path: { org, id: made.id } },
  }),
  200,
);
same("a key that has ended", (await reader.GET("/api/v1/whoami")).error?.error, "unauthorized");
console.log("done");
