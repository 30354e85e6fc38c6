/** Members in the provider, against the real service and without Terraform. */
import type { AddressInfo } from "node:net";
import type { FastifyReply } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createProvider } from "../../provider/provider.ts";
import { DiagnosticsError } from "../../provider/wire/diagnostics.ts";
import type { DataSourceServer, Diagnostics, ResourceServer } from "../../provider/wire/provider.ts";
import type { Schema } from "../../provider/wire/schema.ts";
import type { ObjectValue } from "../../provider/wire/values.ts";
import { definitions } from "../../src/resources/index.ts";
import { type MailServer, startMailServer } from "../events/support.ts";
import { makePerson } from "../support/people.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";
import { goodPassword, type Site, siteOf } from "../support/sign-in.ts";

let service: TestService;
let site: Site;
beforeAll(async () => {
  service = await startService();
  site = siteOf(service);
  befall(service);
  await service.service.server.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(() => service.close());

/** What befalls the next changes of a member, one each: as it arrives, or as its answer leaves. */
let mishaps: ({ readonly arriving: (reply: FastifyReply) => unknown } | { readonly leaving: "cut off" })[] =
  [];

function befall({ service: { server } }: TestService): void {
  const isChange = (method: string) => method === "PATCH" || method === "DELETE";
  server.addHook("onRequest", async ({ method }, reply) => {
    const [next, ...others] = mishaps;
    if (!isChange(method) || next === undefined || !("arriving" in next)) return;
    mishaps = others;
    await next.arriving(reply);
  });
  server.addHook("onSend", async ({ method, raw }) => {
    const [next, ...others] = mishaps;
    if (!isChange(method) || next === undefined || !("leaving" in next)) return;
    mishaps = others;
    raw.socket.destroy();
  });
}

const endpointOf = ({ service: { server } }: TestService) =>
  `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;

const signal = new AbortController().signal;
const nothing = new Uint8Array();

/** One run of Terraform on one member: what it plans, and does with the plan. */
interface Run {
  readonly member: ResourceServer;
  plan(config: ObjectValue, before?: Applied): Promise<ObjectValue>;
  apply(config: ObjectValue, before?: Applied): Promise<Applied>;
  /** The data sources. */
  read(email: string): Promise<ObjectValue>;
  list(filters: ObjectValue): Promise<ObjectValue>;
  data(type: string, config: ObjectValue): Promise<ObjectValue>;
  /** Of the list. */
  readonly schema: Schema;
}

interface Applied {
  readonly state: ObjectValue;
  readonly private: Uint8Array;
  readonly diagnostics: Diagnostics;
}

async function runOf({ key }: Tenant, options: { token?: string; at?: TestService } = {}): Promise<Run> {
  const { at = service, token = at.settings.operatorToken } = options;
  const provider = createProvider(definitions, {
    ORGCONFIG_ENDPOINT: endpointOf(at),
    ORGCONFIG_API_KEY: key.value,
    ORGCONFIG_OPERATOR_TOKEN: token,
  });
  const wrong = await provider.configure({ config: {}, terraformVersion: "1.11.4", signal });
  expect(wrong).toEqual([]);
  const member = provider.resources.orgconfig_member as ResourceServer;
  const whole = (config: ObjectValue): ObjectValue => ({ email: null, role: null, name: null, ...config });

  async function planned(config: ObjectValue, before?: Applied) {
    const request = { config: whole(config), prior: before?.state ?? null, proposed: {}, signal };
    return member.plan({ ...request, private: before?.private ?? nothing });
  }
  async function data(type: string, config: ObjectValue): Promise<ObjectValue> {
    return (await provider.dataSources[type]?.read({ config, signal }))?.state ?? {};
  }

  return {
    member,
    plan: async (config, before) => (await planned(config, before)).planned,
    async apply(config, before) {
      const plan = await planned(config, before);
      const request = { config: whole(config), planned: plan.planned, private: plan.private ?? nothing };
      const result = await (before === undefined
        ? member.create(request)
        : member.update({ ...request, prior: before.state }));
      const { state = {}, private: bytes = nothing, diagnostics = [] } = result;
      return { state, private: bytes, diagnostics };
    },
    read: (email) => data("orgconfig_member", { id: null, email }),
    data,
    schema: (provider.dataSources.orgconfig_members as DataSourceServer).schema,
    list: (filters) => data("orgconfig_members", { email: null, ...filters }),
  };
}

async function refusal(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (thrown) => thrown,
  );
  return error instanceof DiagnosticsError ? error.message : `no refusal: ${String(error)}`;
}

const said = ({ diagnostics }: Applied) =>
  diagnostics.map(({ severity, detail }) => `${severity}: ${detail}`).join("\n");

test("an invitation is a row, whose link goes nowhere", async () => {
  const tenant = await service.makeTenant();
  const run = await runOf(tenant);
  const config = { email: "Ada@example.com", role: "viewer", name: "Ada" };
  const made = await run.apply(config);
  expect(made.state).toMatchObject({ ...config, status: "invited", id: expect.stringMatching(/^user_/) });
  expect(said(made)).toMatch(/^warning: Ada@example.com was invited, and got no mail.*invite-again/);
  expect(JSON.stringify([made.state, made.diagnostics, String(made.private)])).not.toMatch(
    /invitations\/|invite_url/,
  );
  expect(await run.plan({ ...config, email: "ada@EXAMPLE.com" }, made)).toEqual(made.state);
});

test("an invitation that is mailed needs no warning", async () => {
  const mail: MailServer = await startMailServer();
  const at = await startService({ SMTP_URL: mail.url });
  try {
    await at.service.server.listen({ host: "127.0.0.1", port: 0 });
    const run = await runOf(await at.makeTenant(), { at });
    expect(said(await run.apply({ email: "ada@example.com", role: "viewer" }))).toBe("");
  } finally {
    await at.close();
    await mail.close();
  }
});

test("accepting moves nothing that a plan sees, and neither does the name that the person takes", async () => {
  const tenant = await service.makeTenant();
  const members = `operator/organizations/${tenant.organization.id}/members`;
  const run = await runOf(tenant);
  const config = { email: "grace@example.com", role: "viewer", name: "Gracie" };
  const made = await run.apply(config);
  const { body } = await site.operator("POST", `${members}/grace@example.com/invitation`);
  const link = `invitations/${body.invite_url.split("/").at(-1)}`;
  await site.browser()("POST", link, { body: { password: goodPassword, name: "Grace Hopper" } });
  const later = await runOf(tenant);
  const read = await later.member.read({ ...made, signal });
  expect(read.state).toEqual(made.state);
  const raised = await later.apply({ ...config, role: "member", name: "Somebody else" }, made);
  expect(raised.state).toMatchObject({ role: "member", name: "Gracie", status: "active" });
  expect(await later.read("GRACE@example.com")).toMatchObject({ name: "Grace Hopper", status: "active" });
});

test("a name does not keep somebody from coming back who has an account", async () => {
  const [here, there] = [await service.makeTenant(), await service.makeTenant()];
  const { email, id } = await site.makeMember(there.organization.id, "viewer", "back@example.com");
  const run = await runOf(here);
  const made = await run.apply({ email, role: "viewer", name: "Backy" });
  expect(made.state).toMatchObject({ id, name: "Backy", status: "invited" });
});

test("a role that somebody else changed since the plan is not written over", async () => {
  const tenant = await service.makeTenant();
  const path = `operator/organizations/${tenant.organization.id}/members/linus@example.com`;
  const run = await runOf(tenant);
  const config = { email: "linus@example.com", role: "viewer" };
  const made = await run.apply(config);
  await site.operator("PATCH", path, { body: { role: "org_admin" } });
  const changed = await run.apply({ ...config, role: "member" }, made);
  expect(said(changed)).toMatch(
    /somebody changed role\. Nothing was written.*\n*.*member "linus@example.com"/,
  );
  const kept = await run.member.destroy({ prior: made.state, private: made.private });
  expect(kept.map(({ summary }) => summary)).toEqual(["This member was changed outside of Terraform"]);
  expect((await site.operator("GET", path)).body.role).toBe("org_admin");
  const already = await run.apply({ ...config, role: "org_admin" }, made);
  expect([said(already), already.state.role]).toEqual(["", "org_admin"]);
  await site.operator("DELETE", path);
  expect(said(await run.apply(config, already))).toContain("deleted since the plan was made");
  expect(await run.member.destroy({ prior: already.state, private: already.private })).toEqual([]);
});

describe("a change of a member", () => {
  const away = { arriving: (reply: FastifyReply) => reply.code(502).send("<html>") };
  const cutOff = { leaving: "cut off" } as const;

  test("and a removal outlive an absence of the service, whether or not they had arrived", async () => {
    const tenant = await service.makeTenant();
    const run = await runOf(tenant);
    for (const [email, mishap] of [
      ["away@example.com", away],
      ["cut@example.com", cutOff],
    ] as const) {
      const made = await run.apply({ email, role: "viewer" });
      mishaps = [mishap];
      const raised = await run.apply({ email, role: "member" }, made);
      expect([said(raised), raised.state.role, mishaps]).toEqual(["", "member", []]);
      mishaps = [mishap];
      expect(await run.member.destroy({ prior: raised.state, private: raised.private })).toEqual([]);
      expect(mishaps).toEqual([]);
    }
    expect((await run.list({})).ids).toEqual([]);
  });

  test.each(["update", "destroy"])("that another one overtakes is not made: %s", async (what) => {
    const tenant = await service.makeTenant();
    const run = await runOf(tenant);
    const config = { email: "linus@example.com", role: "viewer" };
    const path = `operator/organizations/${tenant.organization.id}/members/${config.email}`;
    const made = await run.apply(config);
    // Somebody sets the role after the provider last looked, while its write waits to be sent again.
    const raise = { arriving: () => site.operator("PATCH", path, { body: { role: "org_admin" } }) };
    mishaps = [away, raise];
    const diagnostics =
      what === "update"
        ? (await run.apply({ ...config, role: "member" }, made)).diagnostics
        : await run.member.destroy({ prior: made.state, private: made.private });
    expect(diagnostics.map(({ summary }) => summary)).toEqual([
      "This member was changed outside of Terraform",
    ]);
    expect((await site.operator("GET", path)).body.role).toBe("org_admin");
  });
});

test("somebody who is a member already is taken over by an import, by id or address", async () => {
  const tenant = await service.makeTenant();
  const id = await makePerson(service.database, tenant.organization.id, "joan@example.com");
  const run = await runOf(tenant);
  const again = await run.apply({ email: "Joan@example.com", role: "viewer" });
  expect(said(again)).toContain(`import {\n  to = orgconfig_member.NAME\n  id = "${id}"\n}`);
  for (const named of [id, "JOAN@example.com"]) {
    const { state } = await run.member.import({ id: named, signal });
    expect(state).toMatchObject({ id, email: "joan@example.com", role: "member", status: "active" });
  }
  const nobody = Promise.resolve(run.member.import({ id: "nobody@example.com", signal }));
  expect(await refusal(nobody)).toContain('There is no orgconfig_member "nobody@example.com" to import');
});

test("all of them are one list, which only the address narrows: nobody belongs to a set", async () => {
  const tenant = await service.makeTenant();
  for (const email of ["b@example.com", "a@example.com"])
    await makePerson(service.database, tenant.organization.id, email);
  const run = await runOf(tenant);
  const { ids, members } = await run.list({});
  expect(members).toMatchObject([
    { email: "a@example.com", role: "member", status: "active" },
    { email: "b@example.com" },
  ]);
  expect(ids).toHaveLength(2);
  expect((await run.list({ email: "B@example.com" })).members).toMatchObject([{ email: "b@example.com" }]);
  const { attributes } = run.schema;
  expect(Object.keys(attributes).filter((name) => attributes[name]?.optional)).toEqual(["email"]);
});

test("somebody who is removed is in no team that is read later in the run", async () => {
  const tenant = await service.makeTenant();
  const person = await makePerson(service.database, tenant.organization.id, "mary@example.com");
  const { body: team } = await tenant.config("POST", "teams", { body: { name: "Platform" } });
  await tenant.config("POST", "team_members", { body: { team_id: team.id, email: "mary@example.com" } });
  const run = await runOf(tenant);
  const { state, private: bytes = nothing } = await run.member.import({ id: person, signal });
  expect((await run.data("orgconfig_team_members", {})).ids).toHaveLength(1);
  expect(await run.member.destroy({ prior: state ?? {}, private: bytes })).toEqual([]);
  expect((await run.data("orgconfig_team_members", {})).ids).toEqual([]);
});

test("the last org_admin stays, until this run or another has made one", async () => {
  const tenant = await service.makeTenant();
  const { id: organization } = tenant.organization;
  const [ada, grace] = [
    await makePerson(service.database, organization, "ada@example.com", "org_admin"),
    await makePerson(service.database, organization, "grace@example.com", "viewer"),
  ];
  const run = await runOf(tenant);
  const taken = async (id: string): Promise<Applied> => {
    const { state, private: bytes = nothing } = await run.member.import({ id, signal });
    return { state: state ?? {}, private: bytes, diagnostics: [] };
  };
  const [admin, viewer] = [await taken(ada), await taken(grace)];
  const { state, private: bytes } = admin;
  expect(await refusal(Promise.resolve(run.member.destroy({ prior: state, private: bytes })))).toMatch(
    /^The last org_admin cannot be removed: .*terraform state rm/,
  );
  // One steps down while the other is raised, whichever comes first.
  const [down, up] = await Promise.all([
    run.apply({ email: "ada@example.com", role: "viewer" }, admin),
    run.apply({ email: "grace@example.com", role: "org_admin" }, viewer),
  ]);
  expect([down.state.role, up.state.role]).toEqual(["viewer", "org_admin"]);
});

test("without the operator's token nothing is planned, and the first says why", async () => {
  const tenant = await service.makeTenant();
  const run = await runOf(tenant, { token: "" });
  const config = { email: "ada@example.com", role: "viewer" };
  const why = await refusal(run.plan(config));
  expect(why).toContain("write operator_token in the block");
  expect(why).toContain("or set ORGCONFIG_OPERATOR_TOKEN");
  expect(await run.plan(config)).toMatchObject(config);
  const state = { id: "user_1", ...config };
  expect(await run.member.read({ state, private: nothing, signal })).toMatchObject({ state });
  for (const work of [
    run.apply(config),
    run.read("ada@example.com"),
    Promise.resolve().then(() => run.member.destroy({ prior: state, private: nothing })),
    Promise.resolve().then(() => run.member.import({ id: "user_1", signal })),
  ])
    expect(await refusal(work)).toContain("Members need the operator's token");
});

test("a wrong token is refused by its own name", async () => {
  const tenant = await service.makeTenant();
  for (const token of ["not-the-operators-token", tenant.key.value]) {
    const run = await runOf(tenant, { token });
    const why = await refusal(run.apply({ email: "ada@example.com", role: "viewer" }));
    expect(why).toMatch(/^The operator token was refused: .*Set operator_token, or ORGCONFIG_OPERATOR_TOKEN/);
    expect(why).not.toContain(token);
  }
});
