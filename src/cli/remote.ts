/** The commands that talk to a running service: organizations and their members as operator, keys as a person. */
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { type Command, Option } from "commander";
import type { Shape } from "../client/client.ts";
import { keyVerbs } from "../kernel/access.ts";
import { withSession } from "./client.ts";
import { withAnswer } from "./connection.ts";
import { usageError } from "./errors.ts";
import { asOperator, type Common, operator, pathOf, type Step, take } from "./operator-steps.ts";
import { addOrganizationCommands } from "./organizations.ts";
import { wholeNumber } from "./whole-number.ts";

/** What these commands need of each answer; one without is not the service's. */
const shapes = {
  list: { data: "list" },
  member: { id: "string", email: "string", role: "string" },
  key: { id: "string", name: "string", key: "string" },
  reset: { email: "string", mailed: "boolean" },
  deleted: { id: "string" },
} as const satisfies Readonly<Record<string, Shape>>;

const organizations = "/api/v1/organizations";

interface Person extends Common {
  readonly email?: string;
}

interface NewMember extends Common {
  readonly role: string;
  readonly name?: string;
  readonly temporary?: boolean;
}

interface Invitation extends NewMember {
  /** The address of the org_admin who invites. */
  readonly as?: string;
}

interface ResetOptions extends Common {
  readonly password?: boolean;
  readonly temporary?: boolean;
  readonly endTokens?: boolean;
  readonly secondFactors?: boolean;
}

interface NewKey extends Person {
  readonly scope: readonly string[];
  readonly connector?: string;
  readonly expires?: string;
  readonly kinds?: readonly string[];
  readonly verbs?: readonly string[];
  readonly services?: readonly string[];
  readonly team?: string;
  readonly addresses?: readonly string[];
  readonly ask?: boolean;
  readonly proposeOnly?: boolean;
}

interface RotatedKey extends Person {
  readonly overlap?: number;
}

/** The variable that a new password for somebody else is read from. */
const newPassword = "ORGCONFIG_NEW_PASSWORD";

/** Adds `orgs`, `members` and `keys` to the program. */
export function addRemoteCommands(program: Command, env: NodeJS.ProcessEnv): void {
  addOrganizationCommands(program.command("orgs").description("organizations, as the operator"), env);
  const members = program.command("members").description("an organization's members");
  addMembersAsOperator(members, env);
  addMembersAsPerson(members, env);
  addKeys(program.command("keys").description("an organization's API keys"), env);
}

const memberColumns = ["id", "email", "name", "role", "status"];

function addMembersAsOperator(members: Command, env: NodeJS.ProcessEnv): void {
  const add = (org: string, options: Common, body: object) =>
    asOperator(options, env, {
      method: "POST",
      path: pathOf(operator, org, "members"),
      expects: shapes.member,
      body,
    });
  withAnswer(
    members.command("add <org> <email>"),
    "add a member with a password, as the operator (the password is typed, or read from ORGCONFIG_NEW_PASSWORD)",
  )
    .addOption(roleOption())
    .option("--name <name>", "the person's name")
    .option("--temporary", "the person has to change the password at the first sign-in")
    .action(async (org: string, email: string, options: NewMember) => {
      const { role, name, temporary } = options;
      const password = await secret(env, newPassword, `Password for ${email}: `);
      await add(org, options, { email, role, password, name, temporary });
    });
  withAnswer(
    members.command("invite <org> <email>"),
    "invite a person, as the operator or with --as as an org_admin: mails a one-time link (24 hours), or prints it where there is no mail",
  )
    .addOption(roleOption())
    .option("--name <name>", "the person's name; not for an address that has an account")
    .option(
      "--as <email>",
      "the org_admin who invites; the password is typed, or read from ORGCONFIG_PASSWORD, and so is the code of a second factor, from ORGCONFIG_SECOND_FACTOR",
    )
    .action((org: string, email: string, { role, name, as, ...options }: Invitation) => {
      const body = { email, role, name };
      if (as === undefined) return add(org, options, body);
      const path = pathOf(organizations, org, "members");
      return asPerson({ ...options, email: as }, env, { method: "POST", path, expects: shapes.member, body });
    });
  withAnswer(
    members.command("invite-again <org> <email>"),
    "send an invitation again, as the operator: the link before stops working, and the new one is mailed, or printed where there is no mail",
  ).action((org: string, email: string, options: Common) => {
    const path = pathOf(operator, org, "members", email, "invitation");
    return asOperator(options, env, { method: "POST", path, expects: shapes.member });
  });
  withAnswer(
    members.command("reset <email>"),
    "reset the account of somebody who cannot sign in, as the operator: ends the password and every session, and mails a one-time link (24 hours), or prints it where there is no mail",
  )
    .option("--password", "set a password instead of a link (typed, or read from ORGCONFIG_NEW_PASSWORD)")
    .option("--temporary", "with --password: the person has to change it at the first sign-in")
    .option("--end-tokens", "end the person's access tokens too")
    .option("--second-factors", "remove the person's second factors and recovery codes too")
    .action(async (email: string, options: ResetOptions) => {
      const { temporary, endTokens: end_tokens, secondFactors: end_second_factors } = options;
      const password = options.password
        ? await secret(env, newPassword, `Password for ${email}: `)
        : undefined;
      const body = { email, password, temporary, end_tokens, end_second_factors };
      const path = "/api/v1/operator/accounts/reset";
      await asOperator(options, env, { method: "POST", path, expects: shapes.reset, body });
    });
}

function addMembersAsPerson(members: Command, env: NodeJS.ProcessEnv): void {
  const path = (...parts: readonly string[]) => pathOf(organizations, ...parts);
  withPerson(members.command("list <org>"), "list the members").action((org: string, options: Person) =>
    asPerson(options, env, {
      method: "GET",
      path: path(org, "members"),
      expects: shapes.list,
      columns: memberColumns,
    }),
  );
  withPerson(members.command("set-role <org> <user-id>"), "change a member's role")
    .addOption(roleOption())
    .action((org: string, user: string, options: Person & { role: string }) => {
      const body = { role: options.role };
      const expects = shapes.member;
      return asPerson(options, env, { method: "PATCH", path: path(org, "members", user), expects, body });
    });
  withPerson(members.command("remove <org> <user-id>"), "remove a member").action(
    (org: string, user: string, options: Person) =>
      asPerson(options, env, {
        method: "DELETE",
        path: path(org, "members", user),
        expects: shapes.deleted,
      }),
  );
}

function addKeys(keys: Command, env: NodeJS.ProcessEnv): void {
  const columns = [
    "id",
    "name",
    "scopes",
    "connector_id",
    "prefix",
    "expires_at",
    "last_used_at",
    "last_used_address",
  ];
  const path = (org: string, ...id: readonly string[]) => pathOf(organizations, org, "api_keys", ...id);
  withPerson(keys.command("list <org>"), "list the keys").action((org: string, options: Person) =>
    asPerson(options, env, { method: "GET", path: path(org), expects: shapes.list, columns }),
  );
  withPerson(keys.command("create <org> <name>"), "make a key; its value is shown once")
    .requiredOption(
      "--scope <scope...>",
      "api:admin, api:config_read, mcp:read, mcp:write, mcp:admin, mcp:program, engine:agent, engine:intake",
    )
    .option("--connector <id>", "the connector that a key with an engine: scope is for")
    .option("--expires <timestamp>", "when it ends, such as 2027-01-31T00:00:00Z")
    .option("--kinds <kind...>", "it reaches these kinds alone, such as slos")
    .option("--verbs <verb...>", `it does these alone: ${keyVerbs.join(", ")}`)
    .option("--services <service...>", "it reaches rows of these services alone")
    .option("--team <id>", "it reaches what this team owns alone")
    .option("--addresses <range...>", "it works from these addresses alone, such as 192.0.2.0/24")
    .option("--ask", "REST asks it before something grave is done, such as a key for a program that guesses")
    .option(
      "--propose-only",
      "it reads and proposes and writes nothing, whatever its scopes, such as a model's key",
    )
    .action((org: string, name: string, options: NewKey) => {
      const { scope: scopes, connector: connector_id, expires: expires_at, team: team_id } = options;
      const { kinds, verbs, services, addresses, ask, proposeOnly: propose_only } = options;
      const limits = { kinds, verbs, services, team_id, addresses };
      const body = { name, scopes, connector_id, ...limits, ask, propose_only, expires_at };
      return asPerson(options, env, { method: "POST", path: path(org), expects: shapes.key, body });
    });
  withPerson(keys.command("rotate <org> <id>"), "make a key's successor; its value is shown once")
    .option("--overlap <minutes>", "how long the key itself goes on; 60 where it is left out", wholeNumber)
    .action((org: string, id: string, { overlap: overlap_minutes, ...options }: RotatedKey) =>
      asPerson(options, env, {
        method: "POST",
        path: `${path(org, id)}/rotate`,
        expects: shapes.key,
        body: { overlap_minutes },
      }),
    );
  withPerson(keys.command("revoke <org> <id>"), "revoke a key, from the next request on").action(
    (org: string, id: string, options: Person) =>
      asPerson(options, env, { method: "DELETE", path: path(org, id), expects: shapes.deleted }),
  );
}

/** Signs in for the one call. */
async function asPerson(options: Person, env: NodeJS.ProcessEnv, step: Step): Promise<void> {
  const email = options.email ?? env.ORGCONFIG_EMAIL;
  if (email === undefined || email === "") {
    throw usageError("name yourself with --email or ORGCONFIG_EMAIL");
  }
  const password = await secret(env, "ORGCONFIG_PASSWORD", `Password of ${email}: `);
  const code = () =>
    secret(env, "ORGCONFIG_SECOND_FACTOR", `Code of the app, or a recovery code, of ${email}: `);
  await withSession(options.url, env, { email, password, code }, (client) => take(client, options, step));
}

/** A secret from the environment, or typed unseen; never an argument, which every process could read. */
async function secret(env: NodeJS.ProcessEnv, variable: string, question: string): Promise<string> {
  const given = env[variable];
  if (given !== undefined && given !== "") return given;
  if (!process.stdin.isTTY) throw usageError(`set ${variable}: there is no terminal to ask at`);
  process.stderr.write(question);
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: unseen, terminal: true });
  const answer = await terminal.question("");
  terminal.close();
  process.stderr.write("\n");
  return answer;
}

function withPerson(command: Command, description: string): Command {
  return withAnswer(command, description).option(
    "--email <email>",
    "who you are (ORGCONFIG_EMAIL); the password is typed, or read from ORGCONFIG_PASSWORD, and so is the code of a second factor, from ORGCONFIG_SECOND_FACTOR",
  );
}

function roleOption(): Option {
  return new Option("--role <role>", "the role")
    .choices(["viewer", "member", "org_admin"])
    .makeOptionMandatory();
}
