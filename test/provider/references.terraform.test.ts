/** A reference that moves to another row while its old target goes, all in one configuration. */
import { cpSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Tenant } from "../support/service.ts";
import { breakGround, type Ground, type Space, saySkipped, withoutTerraform } from "./space.ts";

saySkipped("references that move in terraform");

let ground: Ground;

interface Case {
  readonly name: string;
  /** What the others need. */
  readonly base: string;
  /** The block that is pointed at, under a name of its own. */
  readonly target: (label: string) => string;
  /** The block that points at it. */
  readonly referrer: (label: string) => string;
  /** Below /api/v1/config. */
  readonly kind: string;
}

const team = (label: string) => `resource "orgconfig_team" "${label}" {\n  name = "${label}"\n}\n`;

const settings = (label: string) => `
  resource "orgconfig_organization_settings" "it" {
    name            = "Acme"
    default_team_id = orgconfig_team.${label}.id
  }`;

const cases: readonly [Case, ...Case[]] = [
  {
    name: "an SLO's SLI",
    base: `
      resource "orgconfig_data_source" "it" {
        name = "metrics"
        type = "prometheus"
        url  = "https://prometheus.example.com"
      }`,
    target: (label) => `
      resource "orgconfig_sli" "${label}" {
        name           = "${label}"
        service        = "checkout"
        kind           = "ratio"
        data_source_id = orgconfig_data_source.it.id
        good_query     = "g"
        total_query    = "t"
      }`,
    referrer: (label) => `
      resource "orgconfig_slo" "it" {
        name           = "it"
        service        = "checkout"
        sli_id         = orgconfig_sli.${label}.id
        target_percent = 99.9
        window_days    = 30
      }`,
    kind: "slis",
  },
  {
    name: "a route's teams",
    base: "",
    target: team,
    referrer: (label) => `
      resource "orgconfig_alert_route" "it" {
        name           = "it"
        matchers       = ["severity=critical"]
        destinations   = [{ team_id = orgconfig_team.${label}.id }]
        owning_team_id = orgconfig_team.${label}.id
      }`,
    kind: "teams",
  },
  {
    name: "the settings' team",
    base: "",
    target: team,
    referrer: settings,
    kind: "teams",
  },
];

/** The files of plans' notes in a working directory. */
function notesIn({ directory }: Space): string[] {
  return readdirSync(join(directory, ".terraform")).filter((name) => name.startsWith("orgconfig-plan-"));
}

/** The ids of a kind's rows by their names. */
function rowsOf({ config }: Tenant, kind: string): () => Promise<Readonly<Record<string, string>>> {
  return async () => {
    const rows: { name: string; id: string }[] = (await config("GET", kind)).body.data;
    return Object.fromEntries(rows.map(({ name, id }) => [name, id]));
  };
}

describe.skipIf(withoutTerraform).each(cases)("$name", ({ base, target, referrer, kind }) => {
  beforeAll(async () => {
    ground = await breakGround({}, "attached");
  });
  afterAll(() => ground.close());

  test("moves in one apply, while its old target goes", async () => {
    const tenant = await ground.tenant();
    const space = ground.space(tenant);
    const rows = rowsOf(tenant, kind);
    await space.configure(base + target("old") + referrer("old"));
    await space.apply();
    const { old } = await rows();
    await space.configure(base + target("new") + target("next") + referrer("new"));
    expect(await space.apply()).toContain("2 added, 1 changed, 1 destroyed");
    expect(Object.keys(await rows())).toEqual(["new", "next"]);
    expect((await tenant.config("GET", `${kind}/${old}`)).status).toBe(404);
    expect(await space.pending()).toBe("");
    await space.configure(base + target("next") + referrer("next"));
    expect(await space.apply("-parallelism=1")).toContain("0 added, 1 changed, 1 destroyed");
    expect(Object.keys(await rows())).toEqual(["next"]);
    expect(await space.drift()).toBe("");
    expect(await space.pending()).toBe("");
  });

  test("moves from a saved plan, and goes together with its target", async () => {
    const tenant = await ground.tenant();
    const space = ground.space(tenant);
    const rows = rowsOf(tenant, kind);
    await space.configure(base + target("old") + referrer("old"));
    await space.apply();
    await space.configure(base + target("new") + referrer("new"));
    await space.succeed("plan", "-parallelism=1", "-out=saved");
    expect(await space.succeed("apply", "-parallelism=1", "saved")).toContain(
      "1 added, 1 changed, 1 destroyed",
    );
    expect(Object.keys(await rows())).toEqual(["new"]);
    expect(await space.pending()).toBe("");
    await space.configure(base + target("other"));
    await space.apply();
    expect(Object.keys(await rows())).toEqual(["other"]);
    expect(await space.pending()).toBe("");
  });
});

describe.skipIf(withoutTerraform)("a target in use", () => {
  const [{ base, target, referrer }] = cases;
  const threshold = (label: string, name: string) => `
    resource "orgconfig_sli" "${label}" {
      name            = "${name}"
      service         = "checkout"
      kind            = "threshold"
      data_source_id  = orgconfig_data_source.it.id
      threshold_query = "q"
      threshold_op    = "lt"
      threshold_value = 1
    }`;
  const second = (label: string, extra = "") => `
    resource "orgconfig_slo" "second" {
      name           = "second"
      service        = "checkout"
      sli_id         = orgconfig_sli.${label}.id
      target_percent = 99
      window_days    = 30
      ${extra}
    }`;

  beforeAll(async () => {
    ground = await breakGround({}, "attached");
  });
  afterAll(() => ground.close());

  /** A tenant whose SLI "old" the SLO "it" points at, applied. */
  async function applied(extra = "") {
    const tenant = await ground.tenant();
    const space = ground.space(tenant);
    await space.configure(base + target("old") + referrer("old") + extra);
    await space.apply();
    const rows = rowsOf(tenant, "slis");
    const { old = "" } = await rows();
    const sloId = async (name: string) => (await rowsOf(tenant, "slos")())[name];
    /** An SLO that no configuration knows. */
    const unmanaged = async (name: string, sli_id = old) => {
      const body = { name, service: "checkout", sli_id, target_percent: 99, window_days: 30 };
      return (await tenant.config("POST", "slos", { body })).body.id as string;
    };
    return { tenant, space, rows, old, sloId, unmanaged };
  }

  test("is replaced under another name, while two point at it", async () => {
    const { space, rows, old } = await applied(second("old"));
    await space.configure(base + threshold("old", "renamed") + referrer("old") + second("old"));
    expect(await space.apply()).toContain("1 added, 2 changed, 1 destroyed");
    expect(Object.keys(await rows())).toEqual(["renamed"]);
    expect(await space.pending()).toBe("");
    await space.configure(base + target("old") + referrer("old"));
    expect(await space.apply("-parallelism=1")).toContain("1 added, 1 changed, 2 destroyed");
    expect(Object.keys(await rows())).toEqual(["old"]);
    expect((await rows()).old).not.toBe(old);
    expect(await space.pending()).toBe("");
  });

  test("goes together with what it points at itself", async () => {
    const tenant = await ground.tenant();
    const space = ground.space(tenant);
    const own = base.replaceAll('"it"', '"own"').replace('"metrics"', '"own"');
    const pointing = target("old").replace("data_source.it", "data_source.own");
    await space.configure(base + own + pointing + referrer("old"));
    await space.apply();
    await space.configure(base + target("new") + referrer("new"));
    expect(await space.apply()).toContain("1 added, 1 changed, 2 destroyed");
    expect(Object.keys(await rowsOf(tenant, "slis")())).toEqual(["new"]);
    expect(Object.keys(await rowsOf(tenant, "data_sources")())).toEqual(["metrics"]);
    expect(await space.pending()).toBe("");
  });

  test("is not replaced under its own name", async () => {
    const { space, rows, old } = await applied();
    await space.configure(base + threshold("old", "old") + referrer("old"));
    const refused = await space.fail("apply", "-auto-approve");
    expect(refused).toContain("This SLI is still in use");
    expect(refused).toContain("give it another service and name");
    expect(await space.succeed("state", "list")).toContain("orgconfig_sli.old");
    expect(await rows()).toEqual({ old });
  });

  test("stays in the state when something else points at it, whatever this run moves away", async () => {
    const { tenant, space, rows, old, unmanaged } = await applied();
    const stranger = await unmanaged("stranger");
    await space.configure(base + target("new") + referrer("new"));
    for (const parallelism of ["-parallelism=10", "-parallelism=1"]) {
      const refused = await space.fail("apply", "-auto-approve", parallelism);
      expect(refused).toContain("This SLI is still in use");
      expect(refused).toContain(`slos ${stranger} (sli_id)`);
      expect(await space.succeed("state", "list")).toContain("orgconfig_sli.old");
      expect((await rows()).old).toBe(old);
    }
    expect((await tenant.config("DELETE", `slos/${stranger}`)).status).toBe(200);
    await space.apply();
    expect(Object.keys(await rows())).toEqual(["new"]);
    expect(await space.pending()).toBe("");
  });

  test("is reported when what moves away from it is refused, with a way back that works", async () => {
    const others = target("keep") + second("keep");
    const { space, rows, old } = await applied(others);
    // Only the apply finds out that another SLO has the name.
    const refused = referrer("new").replace('"it"\n        service', '"second"\n        service');
    await space.configure(base + target("new") + refused + others);
    const output = await space.fail("apply", "-auto-approve");
    expect(output).toContain("Another SLO has this service and name");
    expect(output).toContain("The old SLI is still there");
    expect(output).toContain(`import { to = orgconfig_sli.NAME id = "${old}" }`);
    expect(output).toContain(`The row: SLI "checkout / old" (id ${old})`);
    expect((await rows()).old).toBe(old);
    const corrected = base + target("new") + referrer("new") + others;
    const adopted = `${target("old")}\nimport {\n to = orgconfig_sli.old\n id = "${old}"\n}\n`;
    await space.configure(corrected + adopted);
    expect(await space.apply()).toContain("1 imported, 0 added, 1 changed, 0 destroyed");
    await space.configure(corrected);
    expect(await space.apply()).toContain("0 added, 0 changed, 1 destroyed");
    expect(Object.keys(await rows())).toEqual(["keep", "new"]);
    expect(await space.pending()).toBe("");
  });

  test("is reported when somebody else changed what moves away from it", async () => {
    const { tenant, space, rows, old, sloId } = await applied();
    await space.configure(base + target("new") + referrer("new"));
    await space.succeed("plan", "-out=saved");
    const path = `slos/${await sloId("it")}`;
    const { body, headers } = await tenant.config("GET", path);
    const { name, service, sli_id } = body;
    const moved = await tenant.config("PUT", path, {
      body: { name, service, sli_id, target_percent: 50 },
      headers: { "if-match": String(headers.etag) },
    });
    expect(moved.status).toBe(200);
    const output = await space.fail("apply", "saved");
    expect(output).toContain("This SLO was changed outside of Terraform");
    expect(output).toContain("The old SLI is still there");
    expect((await rows()).old).toBe(old);
    expect(await space.apply()).toContain("0 added, 1 changed, 0 destroyed");
    expect((await tenant.config("DELETE", `slis/${old}`)).status).toBe(200);
    expect(await space.pending()).toBe("");
  });

  test("is refused where the plan's notes are gone, and an apply that plans anew deletes it", async () => {
    const { space, rows, old } = await applied();
    await space.configure(base + target("new") + referrer("new"));
    await space.succeed("plan", "-out=saved");
    const [file = ""] = notesIn(space);
    rmSync(join(space.directory, ".terraform", file));
    expect(await space.fail("apply", "saved")).toContain("This SLI is still in use");
    expect((await rows()).old).toBe(old);
    await space.apply();
    expect(Object.keys(await rows())).toEqual(["new"]);
    expect(notesIn(space)).toEqual([]);
    expect(await space.pending()).toBe("");
  });

  test("is never lost in silence when its successor cannot be made", async () => {
    const { tenant, space, rows, old } = await applied();
    const body = (await tenant.config("GET", `slis/${old}`)).body;
    const { service, kind, data_source_id, good_query, total_query } = body;
    const taken = { name: "new", service, kind, data_source_id, good_query, total_query };
    expect((await tenant.config("POST", "slis", { body: taken })).status).toBe(201);
    await space.configure(base + target("new") + referrer("new"));
    const output = await space.fail("apply", "-auto-approve", "-parallelism=1");
    expect(output).toContain("This SLI exists already");
    expect((await rows()).old).toBe(old);
    // Terraform takes the two in either order: it still has the row, or was shown how to have it again.
    const known = (await space.succeed("state", "list")).includes("orgconfig_sli.old");
    expect(known || output.includes(`import { to = orgconfig_sli.NAME id = "${old}" }`)).toBe(true);
  });

  test("goes where settings that this run saves for the first time had it", async () => {
    const tenant = await ground.tenant();
    const space = ground.space(tenant);
    const rows = rowsOf(tenant, "teams");
    await space.configure(team("old"));
    await space.apply();
    const { old } = await rows();
    await tenant.config("PUT", "organization_settings", { body: { default_team_id: old } });
    await space.configure(team("new") + settings("new"));
    expect(await space.apply("-parallelism=1")).toContain("2 added, 0 changed, 1 destroyed");
    expect(Object.keys(await rows())).toEqual(["new"]);
    expect(await space.pending()).toBe("");
  });

  test("goes where a saved plan is applied in a copy of the working directory", async () => {
    const { tenant, space, rows } = await applied();
    await space.configure(base + target("new") + referrer("new"));
    await space.succeed("plan", "-out=saved");
    const elsewhere = ground.space(tenant);
    cpSync(space.directory, elsewhere.directory, { recursive: true });
    rmSync(space.directory, { recursive: true });
    expect(await elsewhere.succeed("apply", "saved")).toContain("1 added, 1 changed, 1 destroyed");
    expect(Object.keys(await rows())).toEqual(["new"]);
    expect(notesIn(elsewhere)).toEqual([]);
  });
});
