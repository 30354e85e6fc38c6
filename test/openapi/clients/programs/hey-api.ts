/** A caller's program over the functions that @hey-api/openapi-ts makes. */
import { client } from "./generated/client.gen.ts";
import {
  createDeployPolicy,
  createPromptTemplate,
  createTeam,
  deleteDeployPolicy,
  deletePromptTemplate,
  deleteServiceBinding,
  deleteTeam,
  getTeam,
  headGetTeam,
  listTeams,
  updateDeployPolicy,
  updateNotificationSettings,
  updateServiceBinding,
  updateTeam,
} from "./generated/sdk.gen.ts";

declare const process: { env: Record<string, string | undefined> };

const { ORGCONFIG_URL: baseUrl = "", ORGCONFIG_KEY: key = "" } = process.env;
client.setConfig({ baseUrl, auth: () => key });

function must<T>(
  what: string,
  answer: { data?: T; error?: unknown; response?: Response },
  status: number,
): T {
  if (answer.response?.status !== status || answer.data === undefined)
    throw new Error(`${what}: ${answer.response?.status} ${JSON.stringify(answer.error)}`);
  return answer.data;
}

const posted = await createTeam({ body: { name: "Platform" } });
const team = must("create a team", posted, 201);
const etag = posted.response?.headers.get("etag") ?? "";
const path = { id: team.id };
must("read it", await getTeam({ path }), 200);
const head = await headGetTeam({ path, headers: { "If-Match": etag } });
if (head.response?.status !== 200 || head.response.headers.get("etag") !== etag)
  throw new Error("HEAD does not answer as GET does");
must("rename it", await updateTeam({ path, headers: { "If-Match": etag }, body: { name: "Core" } }), 200);

const policy = must(
  "create a deploy policy",
  await createDeployPolicy({ body: { service: "checkout" } }),
  201,
);
const enabled: boolean = policy.enabled;
const changed = await updateDeployPolicy({ path: { id: policy.id }, body: { enabled: !enabled } });
must("change it", changed, 200);

const template = must(
  "create a prompt template",
  await createPromptTemplate({
    body: { name: "RCA", content: "Find the cause.", prompt_type: "rca_system" },
  }),
  201,
);
const binding = { id: "checkout@prod" };
must(
  "bind a service",
  await updateServiceBinding({
    path: binding,
    headers: { "If-None-Match": "*" },
    body: { metric_selectors: [{ namespace: "AWS/ECS", metric_name: "CPUUtilization" }] },
  }),
  200,
);
must("save a setting", await updateNotificationSettings({ body: { recipients: ["ops@example.com"] } }), 201);
const list = must("list", await listTeams({ query: { name: "Core" } }), 200);
if (list.data[0]?.id !== team.id) throw new Error("the team is not in its list");

must("delete the team", await deleteTeam({ path }), 200);
must("delete the policy", await deleteDeployPolicy({ path: { id: policy.id } }), 200);
must("delete the template", await deletePromptTemplate({ path: { id: template.id } }), 200);
must("delete the binding", await deleteServiceBinding({ path: binding }), 200);
const gone = await getTeam({ path });
if (gone.response?.status !== 404) throw new Error("the team is still there");
console.log("done");
