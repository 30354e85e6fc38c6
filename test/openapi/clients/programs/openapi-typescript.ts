/** A caller's program over the types that openapi-typescript makes, with its own companion openapi-fetch. */
import createClient from "openapi-fetch";
import type { paths } from "./schema.ts";

declare const process: { env: Record<string, string | undefined> };

const { ORGCONFIG_URL: baseUrl = "", ORGCONFIG_KEY: key = "" } = process.env;
const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${key}` } });

function must<T>(what: string, answer: { data?: T; error?: unknown; response: Response }, status: number): T {
  if (answer.response.status !== status || answer.data === undefined)
    throw new Error(`${what}: ${answer.response.status} ${JSON.stringify(answer.error)}`);
  return answer.data;
}

const path = (id: string) => ({ path: { id } });

// What has a default stays away, at the top and inside of objects.
const posted = await client.POST("/api/v1/config/teams", { body: { name: "Platform" } });
const team = must("create a team", posted, 201);
const etag = posted.response.headers.get("etag") ?? "";
must("read it", await client.GET("/api/v1/config/teams/{id}", { params: path(team.id) }), 200);
const renamed = await client.PUT("/api/v1/config/teams/{id}", {
  params: { ...path(team.id), header: { "If-Match": etag } },
  body: { name: "Core" },
});
must("rename it", renamed, 200);

const policy = must(
  "create a deploy policy",
  await client.POST("/api/v1/config/deploy_policies", { body: { service: "checkout" } }),
  201,
);
const enabled: boolean = policy.enabled;
must(
  "change it",
  await client.PUT("/api/v1/config/deploy_policies/{id}", {
    params: path(policy.id),
    body: { enabled: !enabled },
  }),
  200,
);

const template = must(
  "create a prompt template",
  await client.POST("/api/v1/config/prompt_templates", {
    body: { name: "RCA", content: "Find the cause.", prompt_type: "rca_system" },
  }),
  201,
);
const types: "rca_system" | (string & {}) = template.prompt_type;
if (types !== "rca_system") throw new Error("the type is not what was sent");

must(
  "bind a service",
  await client.PUT("/api/v1/config/service_bindings/{id}", {
    params: { ...path("checkout@prod"), header: { "If-None-Match": "*" } },
    body: { metric_selectors: [{ namespace: "AWS/ECS", metric_name: "CPUUtilization" }] },
  }),
  200,
);
must(
  "save a setting",
  await client.PUT("/api/v1/config/notification_settings", { body: { recipients: ["ops@example.com"] } }),
  201,
);
const list = must(
  "list",
  await client.GET("/api/v1/config/teams", { params: { query: { name: "Core" } } }),
  200,
);
if (list.data[0]?.id !== team.id) throw new Error("the team is not in its list");

for (const [what, answer] of [
  ["team", await client.DELETE("/api/v1/config/teams/{id}", { params: path(team.id) })],
  ["policy", await client.DELETE("/api/v1/config/deploy_policies/{id}", { params: path(policy.id) })],
  ["template", await client.DELETE("/api/v1/config/prompt_templates/{id}", { params: path(template.id) })],
  ["binding", await client.DELETE("/api/v1/config/service_bindings/{id}", { params: path("checkout@prod") })],
] as const)
  must(`delete the ${what}`, answer, 200);
const gone = await client.GET("/api/v1/config/teams/{id}", { params: path(team.id) });
if (gone.error?.error !== "not_found") throw new Error("the team is still there");
console.log("done");
