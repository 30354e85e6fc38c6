/** The commands that talk to a running service: organizations and their members as operator, keys as a person. */
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { type Command, Option } from "commander";
import type { Method, Shape } from "../client/client.ts";
import { type Client, operatorClient, withSession } from "./client.ts";
import { withAnswer } from "./connection.ts";
import { CommandError, exitCodes } from "./errors.ts";
import { print } from "./print.ts";

/** What these commands need of each answer; one without is not the service's. */
const shapes = {
  list: { data: "list" },
  organization: { id: "string", slug: "string" },
  member: { id: "string", email: "string", role: "string" },
  key: { id: "string", name: "string", key: "string" },
  reset: { email: "string", mailed: "boolean" },
  deleted: { id: "string" },
} as const satisfies Readonly<Record<string, Shape>>;

const operator = "/api/v1/operator/organizations";

interface Common {
  readonly url: string;
  readonly json?: boolean;
}

interface Person extends Common {
  readonly email?: string;
}

interface NewMember extends Common {
  readonly role: string;
  readonly name?: string;
  readonly temporary?: boolean;
}

interface ResetOptions extends Common {
  readonly password?: boolean;
  readonly temporary?: boolean;
  readonly endTokens?: boolean;
}

/** The variable that a new password for somebody else is read from. */
const newPassword = "ORGCONFIG_NEW_PASSWORD";

/** Adds `orgs`, `members` and `keys` to the program. */
export function addRemoteCommands(program: Command, env: NodeJS.ProcessEnv): void {
  addOrganizations(program.command("orgs").description("organizations, as the operator"), env);
  addMembers(program.command("members").description("an organization's members"), env);
  addKeys(program.command("keys").description("an organization's API keys"), env);
}

function addOrganizations(orgs: Command, env: NodeJS.ProcessEnv): void {
  const columns = ["id", "slug", "name", "plan"];
  const call = async (options: Common, method: Method, path: string, expects: Shape, body?: object) =>
    print(
      await operatorClient(options.url, env).call(method, path, expects, { body }),
      columns,
      options.json === true,
    );

  withAnswer(orgs.command("list"), "list the organizations").action((options: Common) =>
    call(options, "GET", operator, shapes.list),
  );
  withAnswer(orgs.command("create <name>"), "make an organization")
    .addOption(planOption())
    .action((name: string, options: Common & { plan?: string }) =>
      call(options, "POST", operator, shapes.organization, {
        name,
        ...(options.plan === undefined ? {} : { plan: options.plan }),
      }),
    );
  withAnswer(orgs.command("update <org>"), "rename an organization, or move it to another plan")
    .option("--name <name>", "the new name")
    .addOption(planOption())
    .option("--clear-ip-allowlist", "let its credentials work from any address again")
    .action((org: string, options: Common & { name?: string; plan?: string; clearIpAllowlist?: boolean }) =>
      call(options, "PATCH", `${operator}/${encodeURIComponent(org)}`, shapes.organization, {
        ...(options.name === undefined ? {} : { name: options.name }),
        ...(options.plan === undefined ? {} : { plan: options.plan }),
        ...(options.clearIpAllowlist ? { clear_ip_allowlist: true } : {}),
      }),
    );
  withAnswer(orgs.command("delete <org>"), "delete an organization and all its rows; its audit log stays")
    .requiredOption("--yes", "confirm that it is meant")
    .action((org: string, options: Common) =>
      call(options, "DELETE", `${operator}/${encodeURIComponent(org)}`, shapes.deleted),
    );
}

function addMembers(members: Command, env: NodeJS.ProcessEnv): void {
  const columns = ["id", "email", "name", "role", "status"];
  asPerson(members.command("list <org>"), "list the members").action((org: string, options: Person) =>
    signedIn(options, env, async (client) =>
      print(await client.call("GET", membersPath(org), shapes.list), columns, options.json === true),
    ),
  );
  withAnswer(
    members.command("add <org> <email>"),
    "add a member with a password, as the operator (asks for the password)",
  )
    .addOption(roleOption())
    .option("--name <name>", "the person's name")
    .option("--temporary", "the person has to change the password at the first sign-in")
    .action(async (org: string, email: string, options: NewMember) => {
      const body = {
        email,
        role: options.role,
        password: await secret(env, newPassword, `Password for ${email}: `),
        ...(options.name === undefined ? {} : { name: options.name }),
        ...(options.temporary ? { temporary: true } : {}),
      };
      const path = `${operator}/${encodeURIComponent(org)}/members`;
      print(
        await operatorClient(options.url, env).call("POST", path, shapes.member, { body }),
        columns,
        options.json === true,
      );
    });
  withAnswer(
    members.command("invite <org> <email>"),
    "invite a person, as the operator: mails a one-time link (24 hours), or prints it where there is no mail",
  )
    .addOption(roleOption())
    .option("--name <name>", "the person's name; not for an address that has an account")
    .action(async (org: string, email: string, options: Common & { role: string; name?: string }) => {
      const body = {
        email,
        role: options.role,
        ...(options.name === undefined ? {} : { name: options.name }),
      };
      const path = `${operator}/${encodeURIComponent(org)}/members`;
      print(
        await operatorClient(options.url, env).call("POST", path, shapes.member, { body }),
        [],
        options.json === true,
      );
    });
  withAnswer(
    members.command("invite-again <org> <email>"),
    "send an invitation again, as the operator: the link before stops working, and the new one is mailed, or printed where there is no mail",
  ).action(async (org: string, email: string, options: Common) => {
    const path = `${operator}/${encodeURIComponent(org)}/members/${encodeURIComponent(email)}/invitation`;
    print(
      await operatorClient(options.url, env).call("POST", path, shapes.member),
      [],
      options.json === true,
    );
  });
  withAnswer(
    members.command("reset <email>"),
    "reset the account of somebody who cannot sign in, as the operator: ends the password and every session, and mails a one-time link (24 hours), or prints it where there is no mail",
  )
    .option("--password", "set a password instead of a link (asked for, or read from ORGCONFIG_NEW_PASSWORD)")
    .option("--temporary", "with --password: the person has to change it at the first sign-in")
    .option("--end-tokens", "end the person's access tokens too")
    .action(async (email: string, options: ResetOptions) => {
      const body = {
        email,
        ...(options.password ? { password: await secret(env, newPassword, `Password for ${email}: `) } : {}),
        ...(options.temporary ? { temporary: true } : {}),
        ...(options.endTokens ? { end_tokens: true } : {}),
      };
      const reset = await operatorClient(options.url, env).call(
        "POST",
        "/api/v1/operator/accounts/reset",
        shapes.reset,
        { body },
      );
      print(reset, [], options.json === true);
    });
  asPerson(members.command("set-role <org> <user-id>"), "change a member's role")
    .addOption(roleOption())
    .action((org: string, user: string, options: Person & { role: string }) =>
      signedIn(options, env, async (client) =>
        print(
          await client.call("PATCH", `${membersPath(org)}/${encodeURIComponent(user)}`, shapes.member, {
            body: { role: options.role },
          }),
          columns,
          options.json === true,
        ),
      ),
    );
  asPerson(members.command("remove <org> <user-id>"), "remove a member").action(
    (org: string, user: string, options: Person) =>
      signedIn(options, env, async (client) =>
        print(
          await client.call("DELETE", `${membersPath(org)}/${encodeURIComponent(user)}`, shapes.deleted),
          columns,
          options.json === true,
        ),
      ),
  );
}

function addKeys(keys: Command, env: NodeJS.ProcessEnv): void {
  const columns = ["id", "name", "scopes", "connector_id", "prefix", "expires_at", "last_used_at"];
  const path = (org: string) => `/api/v1/organizations/${encodeURIComponent(org)}/api_keys`;
  asPerson(keys.command("list <org>"), "list the keys").action((org: string, options: Person) =>
    signedIn(options, env, async (client) =>
      print(await client.call("GET", path(org), shapes.list), columns, options.json === true),
    ),
  );
  asPerson(keys.command("create <org> <name>"), "make a key; its value is shown once")
    .requiredOption(
      "--scope <scope...>",
      "api:admin, api:config_read, mcp:read, mcp:write, mcp:admin, engine:agent, engine:intake",
    )
    .option("--connector <id>", "the connector that a key with an engine: scope is for")
    .option("--expires <timestamp>", "when it ends, such as 2027-01-31T00:00:00Z")
    .action(
      (
        org: string,
        name: string,
        options: Person & { scope: string[]; connector?: string; expires?: string },
      ) =>
        signedIn(options, env, async (client) => {
          const body = {
            name,
            scopes: options.scope,
            ...(options.connector === undefined ? {} : { connector_id: options.connector }),
            ...(options.expires === undefined ? {} : { expires_at: options.expires }),
          };
          print(await client.call("POST", path(org), shapes.key, { body }), columns, options.json === true);
        }),
    );
  asPerson(keys.command("revoke <org> <id>"), "revoke a key, from the next request on").action(
    (org: string, id: string, options: Person) =>
      signedIn(options, env, async (client) =>
        print(
          await client.call("DELETE", `${path(org)}/${encodeURIComponent(id)}`, shapes.deleted),
          columns,
          options.json === true,
        ),
      ),
  );
}

async function signedIn(
  options: Person,
  env: NodeJS.ProcessEnv,
  work: (client: Client) => Promise<void>,
): Promise<void> {
  const email = options.email ?? env.ORGCONFIG_EMAIL;
  if (email === undefined || email === "") {
    throw new CommandError("name yourself with --email or ORGCONFIG_EMAIL", exitCodes.usage);
  }
  const password = await secret(env, "ORGCONFIG_PASSWORD", `Password of ${email}: `);
  await withSession(options.url, env, { email, password }, work);
}

/** A secret from the environment, or typed unseen; never an argument, which every process could read. */
async function secret(env: NodeJS.ProcessEnv, variable: string, question: string): Promise<string> {
  const given = env[variable];
  if (given !== undefined && given !== "") return given;
  if (!process.stdin.isTTY)
    throw new CommandError(`set ${variable}: there is no terminal to ask at`, exitCodes.usage);
  process.stderr.write(question);
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: unseen, terminal: true });
  const answer = await terminal.question("");
  terminal.close();
  process.stderr.write("\n");
  return answer;
}

function asPerson(command: Command, description: string): Command {
  return withAnswer(command, description).option(
    "--email <email>",
    "who you are (ORGCONFIG_EMAIL); the password is asked for, or read from ORGCONFIG_PASSWORD",
  );
}

function planOption(): Option {
  return new Option("--plan <plan>", "the plan").choices(["free", "team", "business"]);
}

function roleOption(): Option {
  return new Option("--role <role>", "the role")
    .choices(["viewer", "member", "org_admin"])
    .makeOptionMandatory();
}

function membersPath(org: string): string {
  return `/api/v1/organizations/${encodeURIComponent(org)}/members`;
}
