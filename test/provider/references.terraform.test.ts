/** A reference that moves to another row while its old target goes, all in one configuration. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { breakGround, type Ground, saySkipped, skipped } from "./space.ts";

saySkipped("references that move in terraform");

let ground: Ground;

interface Case {
  readonly name: string;
  /** The block that is pointed at, under a name of its own. */
  readonly target: (label: string, extra?: string) => string;
  /** The block that points at it. */
  readonly referrer: (label: string, extra?: string) => string;
  readonly address: string;
  /** Below /api/v1/config. */
  readonly kind: string;
}

const team = (label: string, extra = "") =>
  `resource "orgconfig_team" "${label}" {\n  name = "${label}"\n${extra}}\n`;

const cases: readonly Case[] = [
  {
    name: "an SLO's SLI",
    target: (label, extra = "") => `
      resource "orgconfig_sli" "${label}" {
        name           = "${label}"
        service        = "checkout"
        kind           = "ratio"
        data_source_id = orgconfig_data_source.it.id
        good_query     = "g"
        total_query    = "t"
        ${extra}
      }`,
    referrer: (label, extra = "") => `
      resource "orgconfig_data_source" "it" {
        name = "metrics"
        type = "prometheus"
        url  = "https://prometheus.example.com"
      }
      resource "orgconfig_slo" "it" {
        name           = "it"
        service        = "checkout"
        sli_id         = orgconfig_sli.${label}.id
        target_percent = 99.9
        window_days    = 30
        ${extra}
      }`,
    address: "orgconfig_slo.it",
    kind: "slis",
  },
  {
    name: "a route's teams",
    target: team,
    referrer: (label, extra = "") => `
      resource "orgconfig_alert_route" "it" {
        name           = "it"
        matchers       = ["severity=critical"]
        destinations   = [{ team_id = orgconfig_team.${label}.id }]
        owning_team_id = orgconfig_team.${label}.id
        ${extra}
      }`,
    address: "orgconfig_alert_route.it",
    kind: "teams",
  },
  {
    name: "the settings' team",
    target: team,
    referrer: (label, extra = "") => `
      resource "orgconfig_organization_settings" "it" {
        name            = "Acme"
        default_team_id = orgconfig_team.${label}.id
        ${extra}
      }`,
    address: "orgconfig_organization_settings.it",
    kind: "teams",
  },
];

const last = "lifecycle {\n create_before_destroy = true\n }\n";

describe.skipIf(skipped).each(cases)("$name", ({ target, referrer, address, kind }) => {
  beforeAll(async () => {
    ground = await breakGround();
  });
  afterAll(() => ground.close());

  test("moves in one apply where a block says that what it points at goes last, also added later", async () => {
    const tenant = await ground.tenant();
    const space = ground.space(tenant);
    const names = async () =>
      (await tenant.config("GET", kind)).body.data.map(({ name }: { name: string }) => name);
    await space.configure(target("old") + referrer("old"));
    await space.apply();
    // Nothing changes in the rows, and yet the state learns of it.
    await space.configure(target("old") + referrer("old", last));
    await space.apply();
    await space.configure(target("new") + referrer("new", last));
    expect(await space.apply("-parallelism=1")).toContain("1 added, 1 changed, 1 destroyed");
    expect(await names()).toEqual(["new"]);
    expect(await space.drift()).toBe("");
    await space.configure(target("newest") + referrer("newest", last));
    expect(await space.apply()).toContain("1 added, 1 changed, 1 destroyed");
    expect(await names()).toEqual(["newest"]);
    expect(await space.pending()).toBe("");
  });

  test("is refused without, and the two commands that the error gives do it, one at a time too", async () => {
    const tenant = await ground.tenant();
    const space = ground.space(tenant);
    await space.configure(target("old") + referrer("old"));
    await space.apply();
    await space.configure(target("new") + referrer("new"));
    const type = address.split(".")[0];
    for (const parallelism of ["-parallelism=10", "-parallelism=1"]) {
      const refused = await space.fail("apply", "-auto-approve", parallelism);
      expect(refused).toContain("is still in use");
      expect(refused).toContain(`terraform apply -target=${type}.NAME terraform apply`);
    }
    await space.apply(`-target=${address}`, "-parallelism=1");
    expect(await space.apply("-parallelism=1")).toContain("0 added, 0 changed, 1 destroyed");
    expect(await space.drift()).toBe("");
    expect(await space.pending()).toBe("");
  });
});
