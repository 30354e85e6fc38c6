/** A setting's URL that is no secret takes no credential, at every door; what is stored from before stays and may be sent back. */
import { beforeAll, describe, expect, it } from "vitest";
import { type Field, isConfiguration } from "../../src/kernel/field.ts";
import type { Kind } from "../../src/kernel/kind.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { definitions } from "../../src/resources/index.ts";
import { type Doors, openDoors } from "../mcp/doors.ts";
import { type ContractTenant, contractFor } from "../support/contract.ts";
import { secretMarker } from "../support/values.ts";

const contract = contractFor(import.meta.url);

/** What makes the field a URL, where its format alone does not. */
const makesUrl: Readonly<Record<string, JsonObject>> = { synthetic_checks: { kind: "http" } };

/** Addresses of repositories have a form of their own, in which a credential is refused (test/git/hostile). */
const ownForm: readonly string[] = ["git_sources"];

const withUrls = definitions.filter(({ kind }) => !ownForm.includes(kind));
const urlFields = withUrls.flatMap((definition) =>
  Object.entries(definition.fields)
    .filter(([, field]) => isUrl(field))
    .map(([name]) => ({ kind: definition.kind, name, definition })),
);

function isUrl(field: Field): boolean {
  return field.type === "text" && (field.format === "url" || field.example?.startsWith("https://") === true);
}

function secretsOf({ fields }: Kind): string[] {
  return Object.keys(fields).filter((name) => fields[name]?.type === "secret");
}

/** The credential is the samples' secret, which the suite looks for in every answer, log line and row. */
const refused = [
  `https://user:${secretMarker}@example.com/`,
  `https://${secretMarker}@example.com/`,
  `https://example.com/?a=b&Api_Key=${secretMarker}`,
  `https://example.com/#access_token=${secretMarker}`,
];

let tenant: ContractTenant;
let doors: Doors;
beforeAll(async () => {
  tenant = await contract().tenant();
  doors = await openDoors(contract(), tenant.organization.id);
});

it("the registry's URLs stand in fields of their own, which are these", () => {
  expect(urlFields.map(({ kind, name }) => `${kind}.${name}`).sort()).toEqual([
    "ai_providers.base_url",
    "change_notifications.webhook_url",
    "data_sources.url",
    "github_settings.base_url",
    "outbound_configs.url",
    "status_page_settings.logo_url",
    "status_page_settings.support_url",
    "synthetic_checks.target",
    "ticket_integrations.base_url",
  ]);
  const nested = withUrls.filter(({ fields }) =>
    Object.values(fields).some(
      (field) => isConfiguration(field) && !isUrl(field) && JSON.stringify(field).includes('"format":"url"'),
    ),
  );
  expect(nested.map(({ kind }) => kind)).toEqual([]);
});

describe.each(urlFields)("$kind $name", ({ kind, name, definition }) => {
  const isSetting = definition.shape === "setting";
  const body = (url: string) => tenant.samples.body(definition, { ...makesUrl[kind], [name]: url });

  it("takes no credential at any door, and names the fields for secrets", async () => {
    for (const url of refused) {
      const input = await body(url);
      for (const door of doors.all) {
        const { status, body: problem } = await door.verb(definition, isSetting ? "update" : "create", input);
        expect([door.name, url, status, problem.error, problem.field]).toEqual([
          ...[door.name, url, 422],
          ...["unprocessable_entity", name],
        ]);
        expect(problem.message).toContain("must not hold a credential");
        for (const secret of secretsOf(definition)) expect(problem.message).toContain(secret);
        if (secretsOf(definition).length === 0) expect(problem.message).toContain("leave it out");
      }
    }
  });

  it("keeps what it holds from before, and takes it back, but no other", async () => {
    const before = "https://user@example.com/?token=from-before";
    const { path, sent } = await tenant.samples.row(definition, {
      ...makesUrl[kind],
      [name]: "https://example.com/?monkey=1&keyword=token",
    });
    await contract().database.queryText(
      {
        name: "test-url-before",
        text: `UPDATE rows SET configuration = jsonb_set(configuration, ARRAY[$2::text], to_jsonb($3::text))
          WHERE organization_id = $1 AND kind = $4 AND configuration ->> $2 = $5`,
      },
      [tenant.organization.id, name, before, kind, String(sent[name])],
    );
    const read = await tenant.config("GET", path);
    expect(read.body[name]).toBe(before);
    const echoed = await tenant.config("PUT", path, { body: { ...read.body } });
    expect([echoed.status, echoed.headers.etag]).toEqual([200, read.headers.etag]);
    const other = Object.entries(definition.fields).find(
      ([key, field]) => field.type === "boolean" && !field.fixed && key !== definition.oneDefault?.field,
    )?.[0];
    const change = other === undefined ? {} : { [other]: !read.body[other] };
    for (const sends of [{ ...change }, { ...change, [name]: before }]) {
      const edited = await tenant.config("PUT", path, { body: sends });
      expect([edited.status, edited.body[name]]).toEqual([200, before]);
    }
    const another = await tenant.config("PUT", path, { body: { [name]: `${before}2` } });
    expect([another.status, another.body.field]).toEqual([422, name]);
  });
});

it("an event is not lost for what its link seems to hold", async () => {
  const links = [
    "https://jira.example.com/issue?key=OPS-1",
    "https://bob@example.com/?token=a#session=b",
    "https://grafana.example.com/d/abc?orgId=1&auth=sso",
  ];
  for (const url of links) {
    const event = { event: "alert_created", title: "a", url };
    const rest = await doors.rest("POST", "events", { body: event });
    const tool = await doors.agent.call("emit_event", event);
    expect([url, rest.status, tool.isError ?? false]).toEqual([url, 201, false]);
  }
  const event = { event: "alert_created", title: "a", url: "jira.example.com/issue" };
  const rest = await doors.rest("POST", "events", { body: event });
  expect([rest.status, rest.body.field]).toEqual([422, "url"]);
});
