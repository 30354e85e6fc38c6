/** A caller's program over the functions that @hey-api/openapi-ts makes, zod's schemas among them: ten tasks. */
import { readFileSync } from "node:fs";
import { client } from "./generated/client.gen.ts";
import {
  applyPlan,
  createApiKey,
  createConnector,
  createDeployPolicy,
  createTeam,
  deleteDeployPolicy,
  deleteServiceBinding,
  deleteTeam,
  getDeployPolicy,
  getTeam,
  headGetTeam,
  listAlerts,
  listAuditLog,
  listTeams,
  planChanges,
  revokeApiKey,
  signIn,
  takeInAlerts,
  updateDeployPolicy,
  updateServiceBinding,
  updateTeam,
  whoami,
} from "./generated/sdk.gen.ts";
import type { Team } from "./generated/types.gen.ts";
import * as schemas from "./generated/zod.gen.ts";

const { ORGCONFIG_URL: baseUrl = "", ORGCONFIG_KEY: key = "" } = process.env;
const {
  ORGCONFIG_ORGANIZATION: org = "",
  ORGCONFIG_EMAIL: email = "",
  ORGCONFIG_PASSWORD: password = "",
} = process.env;
client.setConfig({ baseUrl, auth: () => key });

interface Answer<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response?: Response;
}
/** What a write answers that was done. Only with `propose=true` it is a proposal, with the status 202. */
type Done<T> = Exclude<T, { readonly digest: string; readonly acts: readonly unknown[] }>;

function must<T>(what: string, answer: Answer<T>, status: number): Done<T> {
  if (answer.response?.status !== status || answer.data === undefined)
    throw new Error(`${what}: ${answer.response?.status} ${JSON.stringify(answer.error)} ${answer.error}`);
  return answer.data as Done<T>;
}
function same(what: string, found: unknown, wanted: unknown): void {
  if (found !== wanted) throw new Error(`${what}: ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`);
}
function codeOf(error: { readonly error: string } | undefined): string | undefined {
  return error?.error;
}

// The examples of the description are what the generated schemas take.
const { components } = JSON.parse(readFileSync("openapi.json", "utf8"));
const known = new Map<string, { parse(value: unknown): unknown }>(Object.entries(schemas));
for (const [name, { value }] of Object.entries<{ value: unknown }>(components.examples)) {
  const schema = known.get(`z${name}`);
  if (schema === undefined) throw new Error(`no schema is named z${name}`);
  schema.parse(value);
}

// 1 Create. What has a default stays away, at the top and inside of objects.
const posted = await createTeam({ body: { name: "Platform" } });
const team: Team = must("create a team", posted, 201);
const etag = posted.response?.headers.get("etag") ?? "";
const path = { id: team.id };
const policy = must(
  "create a deploy policy",
  await createDeployPolicy({ body: { service: "checkout" } }),
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

// 2 Read; once more, only what is new.
const got = await getTeam({ path });
same("its name", must("read it", got, 200).name, "Platform");
const tag = got.response?.headers.get("x-content-tag") ?? "";
same("an unchanged read", (await getTeam({ path, headers: { "If-None-Match": tag } })).response?.status, 304);
const head = await headGetTeam({ path, headers: { "If-Match": etag } });
same("the tag that HEAD answers", head.response?.headers.get("etag"), etag);

// 3 Change what was read, and nothing that somebody else has changed since.
const rename = (name: string) => updateTeam({ path, headers: { "If-Match": etag }, body: { name } });
must("rename it", await rename("Core"), 200);
const stale = await rename("Kernel");
same("a stale change", stale.response?.status, 412);
if (stale.error?.error !== "precondition_failed" || !("current" in stale.error)) throw new Error("no row");
same("the row as it is", stale.error.current?.["name"], "Core");
const changed = await updateDeployPolicy({ path: { id: policy.id }, body: { enabled: !policy.enabled } });
must("change it", changed, 200);

// 4 List page by page.
const sequences: number[] = [];
for (let cursor: string | null | undefined; cursor !== null; ) {
  const page = await listAuditLog({ query: { limit: 2, ...(cursor === undefined ? {} : { cursor }) } });
  const { data, next_cursor } = must("list what was done", page, 200);
  if (data.length > 2) throw new Error("a page is longer than was asked for");
  sequences.push(...data.map(({ sequence }) => sequence));
  cursor = next_cursor ?? null;
}
if (sequences.length < 5 || new Set(sequences).size !== sequences.length)
  throw new Error(`pages: ${sequences}`);

// 5 Plan, and apply exactly that.
const plan = must("plan", await planChanges({ body: { bundle: { teams: [{ name: "Payments" }] } } }), 201);
same("what the plan does", plan.changes[0]?.action, "create");
must("apply", await applyPlan({ path: { id: plan.id }, body: {} }), 200);
const list = must("list", await listTeams({ query: { name: "Payments" } }), 200);
same("the planned team", list.data[0]?.name, "Payments");

// 6 Delete.
must("delete the policy", await deleteDeployPolicy({ path: { id: policy.id } }), 200);
must("delete the binding", await deleteServiceBinding({ path: binding }), 200);

// 7 Errors, by their code.
same("what is not there", codeOf((await getDeployPolicy({ path: { id: policy.id } })).error), "not_found");
same("a name that is taken", codeOf((await createTeam({ body: { name: "Core" } })).error), "conflict");
// What a schema can say is refused before it is sent; this is a rule.
const wrong = await updateTeam({ path, body: { name: "Core" } });
same("a wrong body", codeOf(wrong.error), "unprocessable_entity");
same("which rule it breaks", wrong.error?.reason, "no_change");

// 8 Alerts.
const connector = must(
  "create a connector",
  await createConnector({
    body: { name: "alertmanager", type: "observability", connector_type: "alertmanager" },
  }),
  201,
);
const alert = { labels: { alertname: "Slow", service: "checkout" }, startsAt: "2026-03-10T09:30:00Z" };
const taken = await takeInAlerts({
  path: { connector_id: connector.id },
  body: {
    receiver: "none",
    groupKey: "{}",
    alerts: [{ ...alert, status: "firing", fingerprint: "0000000000000001" }],
  },
});
must("take in an alert", taken, 200);
const alerts = must("list alerts", await listAlerts({ query: { status: "open", service: "checkout" } }), 200);
same("the alert", alerts.data[0]?.labels["alertname"], "Slow");

// 9 Who did what.
const audit = must("read the audit log", await listAuditLog({ query: { kind: "teams", id: team.id } }), 200);
same("who made the team", audit.data.at(-1)?.actor.kind, "key");
same("how", audit.data.at(-1)?.action, "create_team");

// 10 Make a key as a person, use it, and end it.
const signedIn = await signIn({ body: { email, password }, headers: { Origin: baseUrl } });
must("sign in", signedIn, 200);
const Cookie = (signedIn.response?.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
const headers = { Cookie, Origin: baseUrl };
const made = must(
  "make a key",
  await createApiKey({ path: { org }, headers, body: { name: "reader", scopes: ["api:config_read"] } }),
  201,
);
const auth = () => made.key;
same("who the key is", must("ask", await whoami({ auth }), 200).organization.id, org);
same("a write of a reader", codeOf((await deleteTeam({ auth, path })).error), "read_only_key");
must("end the key", await revokeApiKey({ headers, path: { org, id: made.id } }), 200);
same("a key that has ended", codeOf((await whoami({ auth })).error), "unauthorized");
console.log("done");
