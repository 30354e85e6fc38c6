/** What every command does with what is no answer of the service: exit code 3, the address named, nothing written. */
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { listening } from "../provider/network.ts";
import { orgconfig } from "../support/command.ts";

const folder = mkdtempSync(join(tmpdir(), "orgconfig-answers-"));
const bundle = join(folder, "teams.yaml");
writeFileSync(bundle, "teams:\n  - name: A\n");
const openslo = join(folder, "slo.yaml");
writeFileSync(openslo, "[]\n");

/** Every command that calls the service, as it is typed. */
const commands: readonly (readonly string[])[] = [
  ["orgs", "list"],
  ["orgs", "create", "Acme"],
  ["orgs", "update", "acme", "--name", "Zenith"],
  ["orgs", "delete", "acme", "--yes"],
  ["orgs", "show", "acme"],
  ["orgs", "suspend", "acme", "--reason", "Unpaid"],
  ["orgs", "lift", "acme"],
  ["orgs", "keep", "acme"],
  ["orgs", "export", "acme", join(folder, "acme.gz")],
  ["orgs", "use"],
  ["orgs", "set-quotas", "acme", "page_subscribers=10"],
  ["orgs", "plans"],
  ["orgs", "set-plan-quotas", "free", "page_subscribers=10"],
  ["members", "list", "acme"],
  ["members", "add", "acme", "ada@example.com", "--role", "viewer"],
  ["members", "invite", "acme", "ada@example.com", "--role", "viewer"],
  ["members", "invite-again", "acme", "ada@example.com"],
  ["members", "reset", "ada@example.com"],
  ["members", "set-role", "acme", "user_1", "--role", "viewer"],
  ["members", "remove", "acme", "user_1"],
  ["keys", "list", "acme"],
  ["keys", "create", "acme", "CI", "--scope", "api:admin"],
  ["keys", "revoke", "acme", "key_1"],
  ["keys", "rotate", "acme", "key_1"],
  ["mail", "list"],
  ["mail", "retry"],
  ["mail", "drop", "--older", "30d"],
  ["gate", "check", "checkout"],
  ["export"],
  ["export", "--format", "json"],
  ["export", "--format", "yaml"],
  ["export", "--format", "openslo"],
  ["agent", "--connector", "Prometheus", "--directory", folder, "--once"],
  ["plan", "-f", bundle],
  ["drift", "--set", "shop"],
  ["apply", "-f", bundle, "--auto-approve"],
  ["apply", "--plan", "plan_1", "--auto-approve"],
  ["drill", "--service", "cart"],
  ["oncall"],
  ["oncall", "coverage"],
  ["oncall", "load"],
  ["oncall", "take", "Payments", "--to", "2099-01-01T00:00:00Z", "--with", "ada@example.com"],
  [
    ...["oncall", "swap", "Payments", "--to", "2099-01-01T00:00:00Z", "--of", "ada@example.com"],
    ...["--return-from", "2099-01-02T00:00:00Z", "--return-to", "2099-01-03T00:00:00Z"],
  ],
  ["history", "teams", "team_1"],
  ["alerts", "why", "alert_1", "--email", "ada@example.com"],
  ["restore", "teams", "team_1", "--to", "1", "--auto-approve"],
  ["undo", "plan_1", "--auto-approve"],
  ["propose", "-f", bundle, "--title", "A team"],
  ["proposals"],
  ["proposal", "prop_1"],
  ["proposal", "prop_1", "apply"],
  ["git", "status"],
  ["git", "sync", "gitsrc_1"],
  ["git", "where", "teams", "team_1"],
  ["import", "openslo", openslo],
  ["status-page", "export", join(folder, "page"), "--slug", "acme"],
];

/** What answers in the place of the service, at an address of its own. */
const others: Readonly<Record<string, RequestListener>> = {
  "a page to sign in": (_request, response) =>
    response.writeHead(200, { "content-type": "text/html" }).end("<html>Sign in</html>"),
  "JSON of something else": (_request, response) =>
    response.writeHead(200, { "content-type": "application/json" }).end('{"login":"required"}'),
};

const servers = new Map<string, { readonly url: string; close(): void }>();

async function serve(listener: RequestListener): Promise<{ readonly url: string; close(): void }> {
  const server = createServer((request, response) => {
    request.resume();
    listener(request, response);
  });
  const url = `http://127.0.0.1:${await listening(server)}`;
  return {
    url,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

beforeAll(async () => {
  for (const [name, listener] of Object.entries(others)) servers.set(name, await serve(listener));
});
afterAll(() => {
  for (const server of servers.values()) server.close();
});

const env = {
  ORGCONFIG_KEY: "svc_ak_x",
  ORGCONFIG_OPERATOR_TOKEN: "operator",
  ORGCONFIG_EMAIL: "ada@example.com",
  ORGCONFIG_PASSWORD: "a phrase of my own",
  ORGCONFIG_NEW_PASSWORD: "another phrase",
  ORGCONFIG_MAX_RETRIES: "0",
};

it("is held to every command that calls the service", async () => {
  const { stdout } = await orgconfig(["completion", "bash"], {});
  const calling = stdout
    .split("\n")
    .flatMap((line) => /^ {4}"(.+)"\) candidates="[^"]*--url/.exec(line)?.[1] ?? [])
    // What it is answered is one of many things that it looks at.
    .filter((name) => name !== "doctor")
    // A command with commands below it is not what these are.
    .sort((one, other) => other.length - one.length);
  const tested = new Set(
    commands.map((words) => calling.find((name) => `${words.join(" ")} `.startsWith(`${name} `))),
  );
  expect(calling.length).toBeGreaterThan(20);
  expect([...tested].sort()).toEqual([...calling].sort());
});

it.each(commands.map((words) => [words.join(" ").replaceAll(folder, "DIR"), words] as const))(
  "%s",
  async (_name, words) => {
    const url = servers.get("JSON of something else")?.url ?? "";
    const ended = await orgconfig(words, { ...env, ORGCONFIG_URL: url });
    expect([ended.code, ended.stdout]).toEqual([3, ""]);
    expect(ended.stderr).toContain(`${url} answered 200 to `);
    expect(ended.stderr).toContain("JSON that is not of this service");
  },
);

it("prints JSON of a failure too, and nothing else", async () => {
  const url = servers.get("a page to sign in")?.url ?? "";
  for (const words of [
    ["orgs", "list"],
    ["gate", "check", "shop"],
    ["drift", "--set", "s"],
  ] as const) {
    const { code, stdout } = await orgconfig([...words, "--json"], { ...env, ORGCONFIG_URL: url });
    expect([code, JSON.parse(stdout)]).toEqual([3, { error: "no_answer", message: expect.any(String) }]);
  }
  const usage = await orgconfig(["plan", "--json", "--bogus"], env);
  expect([usage.code, JSON.parse(usage.stdout)]).toMatchObject([2, { error: "usage" }]);
});

/** An answer of the service's own, for the commands of export. */
const attachment = {
  "content-type": "application/json",
  "content-disposition": 'attachment; filename="a.json"',
};

it.each<[string, RequestListener]>([
  [
    "breaks off",
    (_request, response) => {
      response.writeHead(200, attachment).write('{"teams": [');
      setImmediate(() => response.destroy());
    },
  ],
  ["ends too early", (_request, response) => response.writeHead(200, attachment).end('{"teams": [')],
  ["is no bundle", (_request, response) => response.writeHead(200, attachment).end("[]")],
  ["is a page", others["a page to sign in"] as RequestListener],
])("an export that %s leaves the file that was there, and no other", async (_what, listener) => {
  const { url, close } = await serve(listener);
  const directory = mkdtempSync(join(tmpdir(), "orgconfig-backup-"));
  const path = join(directory, "backup.json");
  writeFileSync(path, "yesterday's");
  const known = { ...env, ORGCONFIG_URL: url };
  const [printed, written, yaml] = await Promise.all([
    orgconfig(["export", "--format", "json"], known),
    orgconfig(["export", "--format", "json", "--out", path], known),
    orgconfig(["export", "--format", "yaml", "--out", join(directory, "config")], known),
  ]);
  close();
  for (const ended of [printed, written, yaml]) {
    expect([ended.code, ended.stdout]).toEqual([3, ""]);
    expect(ended.stderr).toContain(url);
  }
  expect(readdirSync(directory)).toEqual(["backup.json"]);
  expect(readFileSync(path, "utf8")).toBe("yesterday's");
});
