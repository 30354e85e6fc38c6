/** Sources that push: a real git, a real `git http-backend`, the real service, of the test file that asks for them. */
import { afterAll, beforeAll, expect } from "vitest";
import { type GitClone, type GitServer, startGitServer } from "./git-server.ts";
import { startService, type Tenant, type TestService } from "./service.ts";

export let git: GitServer;
export let test_: TestService;

/** Starts them for the file that calls this, and ends them with it: files share a process, and so this module. */
export function startForFile(): void {
  beforeAll(async () => {
    git = await startGitServer();
    test_ = await startService({ ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1" });
    // Tests say when a source is looked at: a look that comes by itself would be one more between two lines of a test.
    await Promise.all((test_.service.git.background ?? []).map((one) => one.stop()));
  });

  afterAll(async () => {
    await test_.close();
    await git.close();
  });
}

export const pushed = "orgconfig/changes";
export const file = "orgconfig/all.yaml";
export const text = `# Who is called at night.
teams:
  # Takes payments.
  - name: Payments   # the old name stays

  - name: "Checkout"

data_sources:
  - {name: Metrics, type: prometheus, url: "https://metrics.example.com"}

slis:
  - name: latency   # of all
    service: checkout
    kind: threshold
    data_source_id: {name: Metrics}
    threshold_query: up
    threshold_op: lt
    threshold_value: 1
    description: 'it''s slow'

outbound_configs:
  - name: Pager
    kind: pagerduty
    secret: {env: PAGER_KEY}
`;

let count = 0;

/** A source whose rows were pulled once, and that pushes from then on. */
export async function begin(
  files: Record<string, string> = { [file]: text },
  direction = "push",
  hasSet = true,
) {
  count += 1;
  const name = `repo-${count}`;
  const clone = git.repository(name);
  const tenant = await test_.makeTenant();
  clone.push(files, "The first");
  const made = await tenant.config("POST", "git_sources", {
    body: { name, url: git.url(name), path: "orgconfig", set: hasSet ? name : null, poll_seconds: 0 },
  });
  expect(made.status, made.text).toBe(201);
  const { id } = made.body;
  const sync = async (body = {}) => {
    const answer = await tenant.api("POST", `git_sources/${id}/sync`, { body });
    expect(answer.status, `${answer.text}${test_.logs.slice(-3)}`).toBe(200);
    return answer.body;
  };
  expect(await sync()).toMatchObject({ status: "synced", problem: null });
  const turned = await tenant.config("PUT", `git_sources/${id}`, { body: { direction } });
  expect(turned.status, turned.text).toBe(200);
  expect(await sync()).toMatchObject({ status: "synced", problem: null, pushed_commit: null });
  return { tenant, clone, id, name, sync };
}

/** What a branch of the server says. */
export function shown(clone: GitClone, what: string): string {
  clone.git("fetch", "--quiet", "--prune", "origin", "+refs/heads/*:refs/remotes/origin/*");
  return clone.git("show", `origin/${pushed}:${what}`);
}

export const commits = (clone: GitClone) =>
  clone.git("log", "--reverse", "--format=%s|%an|%ae", `origin/main..origin/${pushed}`).split("\n");

export const idOf = async (tenant: Tenant, kind: string, name: string): Promise<string> =>
  (await tenant.config("GET", kind)).body.data.find((row: { name: string }) => row.name === name).id;

export async function describe(tenant: Tenant, description: string): Promise<void> {
  const id = await idOf(tenant, "slis", "latency");
  const saved = await tenant.config("PUT", `slis/${id}`, { body: { description } });
  expect(saved.status, saved.text).toBe(200);
}

/** Lines that differ, as - and +. */
export const diff = (clone: GitClone) =>
  clone
    .git("diff", "--unified=0", "origin/main", `origin/${pushed}`)
    .split("\n")
    .filter((line) => /^[-+](?![-+])/.test(line));
