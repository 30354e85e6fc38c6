import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { defaultOf, type Field, type ItemField, isConfiguration, isFound } from "../../src/kernel/field.ts";
import type { Kind } from "../../src/kernel/kind.ts";
import { isMadeUp } from "../../src/kernel/made-up.ts";
import { credentialIn } from "../../src/kernel/secret-names.ts";
import { definitions } from "../../src/resources/index.ts";
import { demoRows } from "../../src/seed/demo.ts";
import { type Seeding, seedDemo } from "../../src/seed/index.ts";
import { sayAgain } from "../../src/seed/live.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";
import { recordsOf } from "../support/sign-in.ts";

// biome-ignore lint/suspicious/noExplicitAny: rows of every shape
type Row = Record<string, any>;
/** Rows by kind; a setting is a kind with one. */
type SetUp = ReadonlyMap<string, readonly Row[]>;

/** The kinds that the demo shows. A kind that came later may do without. */
const shown = definitions.filter(({ kind }) => demoRows.some((row) => row.kind === kind));
const collections = shown.filter(({ shape }) => shape === "collection");
const settings = shown.filter(({ shape }) => shape === "setting");

let test: TestService;
let tenant: Tenant;
let setUp: SetUp;
let tally: Awaited<ReturnType<typeof seed>>;

beforeAll(async () => {
  test = await startService();
  // The demo's targets are nobody's: no test should ask for them, nor find them turned off.
  await test.service.delivery.close();
  tenant = await test.makeTenant();
  tally = await seed(test, tenant);
  setUp = await read(tenant);
});
afterAll(() => test.close());

describe("the demo", () => {
  it("makes what it says, and nothing of it was there", () => {
    expect(tally).toEqual({ created: demoRows.length, unchanged: 0 });
    expect(demoRows.length).toBeGreaterThanOrEqual(300);
    expect(demoRows.length).toBeLessThanOrEqual(400);
    expect([collections.length, settings.length]).toEqual([30, 8]);
  });

  it("has no rows that do something else than they seem to", async () => {
    expect((await tenant.api("GET", "render")).body.warnings).toEqual([]);
  });

  it.each(collections.map(({ kind }) => kind))("has rows of %s", (kind) => {
    const rows = demoRows.filter((row) => row.kind === kind);
    expect(rows.length, `src/seed has too few rows of ${kind}`).toBeGreaterThan(2);
    expect(setUp.get(kind)).toHaveLength(rows.length);
  });

  it.each(settings.map(({ kind }) => kind))("saves %s", (kind) => {
    expect(setUp.get(kind)?.[0]?.updated_at, `src/seed does not save ${kind}`).toEqual(expect.any(String));
  });

  it.each(shown.map(({ kind }) => kind))("shows what the fields of %s are for", (kind) => {
    const definition = definitions.find((candidate) => candidate.kind === kind) as Kind;
    expect(unshown(definition, setUp.get(kind) ?? [])).toEqual([]);
  });

  it("holds names in several scripts, and long texts and short ones", () => {
    const text = JSON.stringify([...setUp.values()]);
    for (const script of [
      /[åäöø]/,
      /\p{Script=Cyrillic}/u,
      /\p{Script=Han}/u,
      /\p{Script=Arabic}/u,
      /\p{Script=Katakana}/u,
    ])
      expect(text).toMatch(script);
    const prompts = (setUp.get("prompt_templates") ?? []).map(({ content }) => content.length);
    expect(Math.max(...prompts)).toBeGreaterThan(2_000);
    expect(Math.min(...prompts)).toBeLessThan(20);
  });

  it("has URLs of many sorts, and no credential in them", () => {
    const urls = JSON.stringify([...setUp.values()]).match(/https?:\/\/[^"\s\\]+/g) ?? [];
    expect(urls.length).toBeGreaterThan(20);
    expect(urls.filter((url) => credentialIn(url) !== undefined)).toEqual([]);
  });

  it("has a prompt flagged and others approved", () => {
    const statuses = (setUp.get("prompt_templates") ?? []).map(({ review_status }) => review_status);
    expect(statuses.filter((status) => status === "flagged")).toHaveLength(1);
    expect(statuses.filter((status) => status === "approved").length).toBeGreaterThan(5);
  });

  it("has mutes that are active, and one that was ended", async () => {
    expect((setUp.get("alert_mutes") ?? []).some(({ active }) => active)).toBe(true);
    const { body } = await tenant.api("GET", "audit?action=delete_alert_mute");
    expect(body.data).toHaveLength(1);
  });

  it("has incidents with a story, open and over, and deploys held and let through", () => {
    const incidents = setUp.get("status_page_incidents") ?? [];
    expect(incidents.some(({ resolved_at, updates }) => resolved_at !== null && updates.length > 2)).toBe(
      true,
    );
    expect(incidents.some(({ resolved_at }) => resolved_at === null)).toBe(true);
    const policies = setUp.get("deploy_policies") ?? [];
    expect(policies.filter(({ frozen }) => frozen)).toHaveLength(1);
    expect(
      policies
        .filter(({ override_active }) => override_active)
        .map(({ override_allow }) => override_allow)
        .sort(),
    ).toEqual([false, true]);
  });

  it("comes out whole as a bundle, with no secret in it", async () => {
    const { body, text } = await tenant.config("GET", "export?format=json");
    const expected = bundled(setUp);
    expect(Object.keys(body)).toEqual(Object.keys(expected));
    const sorted = (said: unknown) =>
      Array.isArray(said) ? said.map((entry) => JSON.stringify(entry)).sort() : JSON.stringify(said);
    for (const [kind, said] of Object.entries(expected))
      expect(sorted(body[kind]), kind).toEqual(sorted(said));
    // Some parts of a secret, such as an account's name, are in other fields too.
    const shown = JSON.stringify([...setUp.values()]);
    const secrets = demoRows
      .flatMap(({ kind, body: row }) => secretsOf(kind, row))
      .filter((secret) => !shown.includes(secret));
    expect(secrets.length).toBeGreaterThan(5);
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
    const plan = await tenant.api("POST", "plans", { body: `{"bundle": ${text}}` });
    expect(plan.body).toMatchObject({ status: "open", changes: [], problems: [] });
  });

  it("is on record as the operator's, and people's changes as theirs", async () => {
    const records = await recordsOf(test, tenant.organization.id);
    expect(records.length).toBeGreaterThan(demoRows.length);
    expect(new Set(records.map(({ door }) => door))).toEqual(new Set(["operator", "console"]));
    expect(records.filter(({ outcome }) => outcome !== "success")).toEqual([]);
    const byPeople = records.filter(({ door }) => door === "console");
    expect(new Set(byPeople.map(({ actor_kind }) => actor_kind))).toEqual(new Set(["user"]));
    expect(new Set(byPeople.map(({ actor_name }) => actor_name)).size).toBeGreaterThan(5);
    // Each by the id of the person, and each a call of its own, so that "Mine" and the folded lines are right.
    const { body } = await tenant.api("GET", "audit?limit=100");
    // A proposal is one call, and stands at its rows as well.
    const people = (body.data as Row[]).filter(
      ({ door, action }) => door === "console" && action !== "propose_change",
    );
    expect(new Set(people.map(({ actor }) => actor.id)).size).toBeGreaterThan(5);
    expect(people.filter(({ actor }) => !/^user_/.test(actor.id))).toEqual([]);
    expect(new Set(people.map(({ request_id }) => request_id)).size).toBe(people.length);
  });

  it("has a month of figures for what is measured, the last of them as the rows say", async () => {
    for (const [kind, field] of [
      ["slos", "error_budget_remaining_percent"],
      ["synthetic_checks", "last_latency_ms"],
    ] as const) {
      const { body } = await tenant.api("POST", `figures/${kind}`, { body: { field } });
      const values = new Map((body.data as Row[]).map((row) => [row.id, row.values as (number | null)[]]));
      const seen = (setUp.get(kind) ?? []).filter((row) => row[field] !== null);
      expect(seen.length).toBeGreaterThan(8);
      for (const row of seen) {
        const known = (values.get(row.id) ?? []).filter((value) => value !== null);
        // A check that fails has no latency on that day.
        expect(known.length, row.name).toBeGreaterThanOrEqual(26);
        expect(known.at(-1), row.name).toBeCloseTo(row[field], 2);
      }
    }
  });

  it("has a past of a month, in which people changed things and alerts came and went", async () => {
    const ago = (at: string | Date) => (Date.now() - new Date(at).getTime()) / 86_400_000;
    const slo = setUp
      .get("slos")
      ?.find(({ name, service }) => service === "checkout" && name === "availability");
    const { body: history } = await tenant.api("GET", `audit?kind=slos&id=${slo?.id}&action=update_slo`);
    expect(history.data.map(({ at }: Row) => Math.round(ago(at)))).toEqual([25, 27]);
    expect(ago(slo?.created_at)).toBeGreaterThan(30);
    const alerts = (await tenant.api("GET", "alerts")).body.data as Row[];
    const states = alerts.map(({ status }) => status).filter((status) => status !== "resolved");
    expect(states.sort()).toEqual(["acknowledged", "open", "open"]);
    const plan = await tenant.api("POST", "plans", {
      body: {
        bundle: {
          alert_routes: [
            {
              name: "payments",
              position: 10,
              matchers: ['service="payments"'],
              destinations: [],
              drop: true,
            },
          ],
        },
      },
    });
    const { alerts: replayed, not_sent } = plan.body.effects.replay;
    expect(replayed).toBeGreaterThan(80);
    expect(not_sent).toBeGreaterThan(5);
  });

  it("changes nothing the second time", async () => {
    const records = await recordsOf(test, tenant.organization.id);
    expect(await seed(test, tenant)).toEqual({ created: 0, unchanged: demoRows.length });
    expect(await recordsOf(test, tenant.organization.id)).toEqual(records);
    expect(await read(tenant)).toEqual(setUp);
  });

  it("leaves alone what somebody changed meanwhile", async () => {
    const [component] = (setUp.get("status_page_components") ?? []) as [Row];
    await tenant.config("PUT", `status_page_components/${component.id}`, {
      body: { status: "major_outage" },
    });
    await tenant.config("PUT", "ai_settings", { body: { enabled: false } });
    expect(await seed(test, tenant)).toEqual({ created: 0, unchanged: demoRows.length });
    const now = await read(tenant);
    expect(now.get("status_page_components")?.[0]).toMatchObject({
      id: component.id,
      status: "major_outage",
    });
    expect(now.get("ai_settings")?.[0]?.enabled).toBe(false);
  });
});

describe("another organization", () => {
  it("is set up the same, and in the same installation with the same people", async () => {
    const other = await startService();
    try {
      const [first, second] = [await other.makeTenant(), await other.makeTenant()];
      await expect(seedDemo({ service: other.service, settings: other.settings })).rejects.toThrow("--org");
      expect(await seed(other, first)).toEqual({ created: demoRows.length, unchanged: 0 });
      expect(configurationOf(await read(first))).toEqual(configurationOf(setUp));
      expect(await seed(other, second)).toEqual({ created: demoRows.length, unchanged: 0 });
      const { status_page_settings: page, ...rest } = configurationOf(await read(second));
      const { status_page_settings: firstPage, ...firstRest } = configurationOf(setUp);
      expect(rest).toEqual(firstRest);
      expect(page).not.toEqual(firstPage);
    } finally {
      await other.close();
    }
  });
});

describe("rows in bulk", () => {
  it("are as many as asked for, the same each time", async () => {
    const large = await test.makeTenant();
    const rows = demoRows.length + 250;
    const analyze = () => test.database.execute("ANALYZE");
    const shown: number[][] = [];
    const onRows = (done: number, all: number) => shown.push([done, all]);
    expect(await seed(test, large, { rows, analyze, onRows })).toEqual({ created: rows, unchanged: 0 });
    expect(shown[0]).toEqual([1, rows]);
    expect(shown.at(-1)).toEqual([rows, rows]);
    const names = namesOf(await read(large));
    expect(names).toHaveLength(rows);
    expect(await seed(test, large, { rows })).toEqual({ created: 0, unchanged: rows });
    expect(await seed(test, large, { rows: rows + 5 })).toEqual({ created: 5, unchanged: rows });
    expect(namesOf(await read(large))).toEqual(expect.arrayContaining(names));
  });
});

describe("while the service runs", () => {
  it("leaves alone what somebody else has reported, changed or switched off", async () => {
    const { service, settings } = test;
    const rows = await read(tenant);
    const [one, other] = (rows.get("slos") ?? []).filter(({ status }) => status === "healthy");
    const [check] = (rows.get("synthetic_checks") ?? []).filter(({ status }) => status === "up");
    const burning = { status: "at_risk", burn_rate: 3.5, last_evaluated_at: new Date().toISOString() };
    const { config, api } = tenant;
    expect((await api("PUT", `state/slos/${one?.id}`, { body: burning })).status).toBe(200);
    expect((await config("PUT", `slos/${other?.id}`, { body: { target_percent: 91.5 } })).status).toBe(200);
    expect((await config("PUT", `synthetic_checks/${check?.id}`, { body: { enabled: false } })).status).toBe(
      200,
    );
    const before = await read(tenant);
    // Not stale yet, and no more fresh.
    expect(await sayAgain({ service, settings }, new Date(Date.now() + 5 * 60_000))).toBeGreaterThan(30);
    const after = await read(tenant);
    const at = (all: SetUp, kind: string, row?: Row) =>
      all.get(kind)?.find(({ id }) => id === row?.id)?.measured_at;
    expect(after.get("slos")?.find(({ id }) => id === one?.id)).toMatchObject(burning);
    expect(at(after, "slos", other)).toEqual(at(before, "slos", other));
    expect(at(after, "synthetic_checks", check)).toEqual(at(before, "synthetic_checks", check));
    expect(
      (await config("PUT", `slos/${other?.id}`, { body: { target_percent: other?.target_percent } })).status,
    ).toBe(200);
    expect((await config("PUT", `synthetic_checks/${check?.id}`, { body: { enabled: true } })).status).toBe(
      200,
    );
  });

  it("says again what was seen of the demo's rows, once for each time that it holds", async () => {
    const { service, settings } = test;
    const [slo] = (await read(tenant)).get("slos")?.filter(({ status }) => status === "breached") ?? [];
    // Longer than figures hold: without it nobody would know any more.
    const later = new Date(Date.now() + 20 * 60_000);
    const said = await sayAgain({ service, settings }, later);
    const seen = new Date(later.getTime() - 60_000).toISOString();
    const rows = await read(tenant);
    const now = rows.get("slos")?.find(({ id }) => id === slo?.id);
    expect(now).toMatchObject({ status: "breached", burn_rate: slo?.burn_rate, last_evaluated_at: seen });
    // Of certificates it was seen some minutes before, and their port may be the usual one.
    const certificates = rows.get("certificate_monitors")?.filter(({ enabled }) => enabled) ?? [];
    expect(certificates.map(({ last_checked_at }) => last_checked_at)).toEqual(certificates.map(() => seen));
    expect(await sayAgain({ service, settings }, later)).toBe(0);
    expect(await sayAgain({ service, settings }, new Date(later.getTime() + 5 * 60_000))).toBe(said);
  });

  it("ends where somebody connects an engine or a data source that the demo did not bring", () => {
    const demo = [{ name: "alertmanager-shop", enabled: true, agents: [] }];
    const sources = [{ url: "https://loki.tidewater.example" }, { url: "https://es.example:9200" }];
    expect(isMadeUp(demo, sources)).toBe(true);
    const own = { name: "Prometheus", enabled: true, agents: [] };
    expect(isMadeUp([...demo, own], sources)).toBe(false);
    expect(isMadeUp([...demo, { ...own, enabled: false }], sources)).toBe(true);
    expect(isMadeUp([{ ...demo[0], agents: [{}] } as never], sources)).toBe(false);
    expect(isMadeUp(demo, [...sources, { url: "http://10.0.0.7:9090" }])).toBe(false);
    expect(isMadeUp([], [])).toBe(false);
    const engines = demoRows.filter(({ body }) => body.name === "alertmanager-shop");
    expect(engines.map(({ kind }) => kind)).toEqual(["connectors"]);
  });

  it("says nothing any more once an engine is connected: what is killed then is unknown", async () => {
    const { service, settings } = test;
    const { data } = (await tenant.api("GET", "render")).body;
    const [{ connector_id: id, digest }] = data as [{ connector_id: string; digest: string }];
    const body = { digest, ok: true, degraded: false, message: null, version: null, lost: null };
    expect((await tenant.api("PUT", `render/${id}/applied`, { body })).status).toBe(200);
    const seen = async () =>
      (await read(tenant)).get("slos")?.map(({ last_evaluated_at }) => last_evaluated_at);
    const before = await seen();
    await sayAgain({ service, settings }, new Date(Date.now() + 50 * 60_000));
    expect(await seen()).toEqual(before);
  });

  it("has a proposal that waits for somebody to look", async () => {
    const { body } = await tenant.api("GET", "proposals");
    expect(body.data).toMatchObject([
      { title: "Hold deploys of payments at 40% of the budget", created_by: { name: "佐藤 恵美" } },
    ]);
  });
});

function seed(
  where: TestService,
  { organization }: Tenant,
  more: Pick<Seeding, "rows" | "analyze" | "onRows"> = {},
) {
  const { service, settings } = where;
  return seedDemo({ service, settings, organization: organization.slug, ...more });
}

async function read({ config }: Tenant): Promise<SetUp> {
  const found = new Map<string, readonly Row[]>();
  for (const { kind, shape } of definitions) {
    const { body } = await config("GET", kind);
    found.set(kind, shape === "setting" ? [body] : body.data);
  }
  return found;
}

/** What somebody set, with every id replaced by the natural key of its row. */
function configurationOf(rows: SetUp): Row {
  const names = new Map(namesOf(rows));
  const settable = definitions.map(({ kind, fields }) => [
    kind,
    (rows.get(kind) ?? []).map((row) =>
      Object.fromEntries(
        Object.entries(fields).flatMap(([name, field]) => {
          if (field.type === "computed") return [];
          return [field.type === "secret" ? [name, row[`${name}_set`]] : [name, settingOf(field, row, name)]];
        }),
      ),
    ),
  ]);
  const text = JSON.stringify(Object.fromEntries(settable), (_, value) => names.get(value) ?? value);
  // A membership names its team by id, so its place in the list is not the same everywhere.
  const named = JSON.parse(text) as Row;
  const key = ({ team_id, email }: Row) => `${team_id} ${email}`;
  named.team_members.sort((a: Row, b: Row) => (key(a) < key(b) ? -1 : 1));
  return named;
}

/** What the bundle of these rows is to be: each row's settings, with the natural key in the place of an id. */
function bundled(rows: SetUp): Row {
  const keys = new Map<unknown, Row>();
  for (const { kind, naturalKey, idPrefix } of definitions)
    for (const row of rows.get(kind) ?? [])
      if (idPrefix !== "") keys.set(row.id, Object.fromEntries(naturalKey.map((name) => [name, row[name]])));
  const entries = definitions.flatMap(({ kind, shape, fields, verbs, naturalKey, otherKey }) => {
    const found = (rows.get(kind) ?? []).filter(
      (row) =>
        row.updated_at !== null &&
        (isWhole(naturalKey.map((name) => row[name])) || otherKey?.some((name) => isWhole([row[name]]))),
    );
    if (found.length === 0 || !verbs.some((verb) => verb === "create" || verb === "update")) return [];
    const settable = Object.keys(fields).filter((name) => isConfiguration(fields[name] as Field));
    const said = found.map((row) =>
      Object.fromEntries(settable.map((name) => [name, settingOf(fields[name] as Field, row, name)])),
    );
    return [[kind, shape === "setting" ? said[0] : said]];
  });
  return JSON.parse(JSON.stringify(Object.fromEntries(entries), (_, value) => keys.get(value) ?? value));
}

/** Whether a row has this key. */
function isWhole(key: readonly unknown[]): boolean {
  return key.every((value) => value !== null && !(Array.isArray(value) && value.length === 0));
}

/** What somebody chose: a beginning that nobody chose is shown as that of the row. */
function settingOf(field: Field, row: Row, name: string): unknown {
  const [first] = Array.isArray(row[name]) ? row[name] : [];
  if (isFound(field) && first !== undefined)
    return Date.parse(first.at) < Date.parse(row.created_at) ? row[name] : null;
  if (isFound(field) && Array.isArray(row[name])) return null;
  return isFound(field) && Date.parse(row[name]) <= Date.parse(row.updated_at) ? null : row[name];
}

/** Every text that stands in a secret of the row. */
function secretsOf(kind: string, row: Row): string[] {
  const fields = definitions.find((definition) => definition.kind === kind)?.fields ?? {};
  const textsIn = (value: unknown): string[] => {
    if (typeof value === "string") return [value];
    return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
  };
  return Object.keys(row).flatMap((name) => (fields[name]?.type === "secret" ? textsIn(row[name]) : []));
}

function namesOf(rows: SetUp): [string, string][] {
  return definitions.flatMap(({ kind, naturalKey }) =>
    (rows.get(kind) ?? []).map((row): [string, string] => [
      row.id ?? kind,
      [kind, ...naturalKey.map((name) => row[name] ?? row.title)].join("/"),
    ]),
  );
}

/** What the rows of a kind leave unshown: sides of a switch, choices, null and not null, secrets, reports. */
function unshown({ shape, fields, kind }: Kind, rows: readonly Row[]): string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const values = rows.map((row) => (field.type === "secret" ? row[`${name}_set`] : row[name]));
    const missing = (what: string) => `${kind}.${name}: ${what}`;
    if (field.type === "secret") {
      // The demo's page is open to everybody, so that it has no password.
      if (shape === "setting" && field.onlyFor?.values.includes(rows[0]?.[field.onlyFor.field]) === false)
        return [];
      return [
        ...(values.includes(true) ? [] : [missing("is set nowhere")]),
        ...(shape === "setting" || values.includes(false) ? [] : [missing("is set everywhere")]),
      ];
    }
    if (field.type === "computed") {
      if (!field.reported) return [];
      const start = JSON.stringify(defaultOf(field.shape) ?? null);
      return [
        ...(values.some((value) => JSON.stringify(value) !== start) ? [] : [missing("is reported nowhere")]),
        // The kinds of error are the same everywhere; no integration meets all of them.
        ...(field.shape.nullable ? [] : unshownValues(field.shape, values).map(missing)),
      ];
    }
    if (!isConfiguration(field)) return [];
    // Who is sent to in the place of a row of a kind that the demo does not have.
    if (kind === "outbound_rules" && ["rota_id", "outbound_config_id"].includes(name)) return [];
    if (shape === "setting") return values[0] === null || isEmpty(values[0]) ? [missing("is not set")] : [];
    return [
      ...(field.nullable && !isFound(field) && !values.includes(null) ? [missing("is null nowhere")] : []),
      ...(values.every((value) => value === null || isEmpty(value))
        ? [missing("is null or empty everywhere")]
        : []),
      ...unshownValues(field, values).map(missing),
    ];
  });
}

function unshownValues(field: ItemField, values: readonly unknown[]): string[] {
  switch (field.type) {
    case "boolean":
      return [true, false].filter((side) => !values.includes(side)).map((side) => `is ${side} nowhere`);
    case "choice":
      return field.choices
        .filter((choice) => !values.includes(choice))
        .map((choice) => `is ${choice} nowhere`);
    case "list":
      return field.items.type === "object" && !values.flat().some((item) => !isEmpty(item))
        ? ["has no items"]
        : [];
    default:
      return [];
  }
}

function isEmpty(value: unknown): boolean {
  return value === "" || (typeof value === "object" && value !== null && Object.keys(value).length === 0);
}
