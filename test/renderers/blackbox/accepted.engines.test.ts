/** The engines' own checkers on what is rendered: for one organization that has everything, and for any rows. */
import { expect, it } from "vitest";
import type { Kind } from "../../../src/kernel/kind.ts";
import type { JsonObject } from "../../../src/kernel/validate.ts";
import { blackboxRenderer } from "../../../src/renderers/blackbox/index.ts";
import { certificateRules } from "../../../src/renderers/prometheus/certificates.ts";
import { checkRules } from "../../../src/renderers/prometheus/checks.ts";
import { certificateMonitors } from "../../../src/resources/certificate-monitors.ts";
import { syntheticChecks } from "../../../src/resources/synthetic-checks.ts";
import { judge } from "../../resources/rules.ts";
import { fc, runs } from "../../support/property.ts";
import { ruleFileProblems } from "../promtool.ts";
import type { RowBodies } from "../rows.ts";
import { allTargets, blackbox, connectors, everything, organization, prometheus } from "./organization.ts";
import { exporterProblems } from "./programs.ts";

it("renders files that the engines' own checkers take", () => {
  expect(problemsOf(everything)).toEqual(["", "", ""]);
  expect(blackboxRenderer.render(organization(everything), blackbox).refusals).toEqual([]);
});

it("renders a file that the exporter takes for a connector that is switched off", () => {
  const off = { ...connectors, conn_blackbox: { ...connectors.conn_blackbox, enabled: false } };
  const rows = organization({ ...everything, connectors: off });
  expect(exporterProblems(blackboxRenderer.render(rows, blackbox).files[0]?.content ?? "")).toBe("");
});

it("renders any valid row as something that the engines take, or says why not", () => {
  const organizations = fc.record({
    checks: fc.array(bodies(syntheticChecks, check), { minLength: 40, maxLength: 40 }),
    monitors: fc.array(bodies(certificateMonitors, monitor), { minLength: 20, maxLength: 20 }),
    version: fc.constantFrom("0.18", "0.20", "0.23", "0.24", "0.28"),
  });
  fc.assert(
    fc.property(organizations, ({ checks, monitors, version }) => {
      const drawn = {
        syntheticChecks: byId("chk", checks),
        certificateMonitors: byId("cert", monitors),
      };
      const rows = organization(drawn);
      const at = { ...blackbox, version };
      const { refusals } = blackboxRenderer.render(rows, at);
      expect(problemsOf(drawn, version)).toEqual(["", "", ""]);
      const targets = allTargets(rows, at).flatMap(({ labels }) => [
        labels.orgconfig_check_id,
        labels.orgconfig_certificate_id,
      ]);
      for (const { id, configuration } of [...rows.syntheticChecks, ...rows.certificateMonitors]) {
        const refused = refusals.some((refusal) => refusal.id === id && refusal.message !== "");
        expect([id, targets.includes(id)]).toEqual([id, configuration.enabled && !refused]);
      }
    }),
    { numRuns: runs(60, 5) },
  );
});

/** What the three checkers say against the files; empty where they take them. */
function problemsOf(drawn: RowBodies, version = blackbox.version): string[] {
  const rows = organization(drawn);
  const modules = blackboxRenderer.render(rows, { ...blackbox, version }).files[0]?.content ?? "";
  return [
    exporterProblems(modules),
    ruleFileProblems(checkRules(rows, prometheus).content),
    ruleFileProblems(certificateRules(rows, prometheus).content),
  ];
}

function byId(prefix: string, drawn: readonly JsonObject[]) {
  return Object.fromEntries(drawn.map((body, index) => [`${prefix}_${index}`, body]));
}

/** Those bodies that the kind's own rules take. */
function bodies(definition: Kind, drawn: fc.Arbitrary<JsonObject>): fc.Arbitrary<JsonObject> {
  return drawn.filter((body) => judge(definition, body).problems.length === 0);
}

/** Texts that YAML, PromQL, regular expressions and Go's templates could trip over. */
const odd = fc.oneof(
  fc.string({ unit: "binary", minLength: 1, maxLength: 40 }),
  fc.constantFrom(
    "{{ .Bad }}",
    "{{",
    '"\\',
    "a: b #c",
    "yes",
    "0x10",
    "~",
    "\u0085\u2028\ufeff",
    "(?P<a",
    "\t- a\n b",
  ),
);

const bools = fc.boolean();

const check = fc.oneof(
  common("http", fc.constantFrom("https://a.example.com/?b=c&d=%20", "http://[2001:db8::1]:8080/")).chain(
    (base) =>
      fc
        .record(
          {
            method: fc.constantFrom("GET", "HEAD", "POST"),
            headers: fc.dictionary(
              fc.constantFrom("X-A", "x-b", "Host", "~", "no", "1e3", "Authorization"),
              odd,
            ),
            body: fc.option(odd),
            expected_statuses: fc.array(fc.integer({ min: 100, max: 599 }), { maxLength: 5 }),
            body_contains: fc.option(odd),
            auth_header: fc.constantFrom("Bearer a", "token", "Basic YTpi", "ApiKey key=1"),
          },
          { requiredKeys: [] },
        )
        .map((more) => ({ ...base, ...more })),
  ),
  common("tcp", fc.constantFrom("db.example.com:5432", "[2001:db8::1]:1")),
  common("tls", fc.constantFrom("a.example.com", "a.example.com:8443", "[2001:db8::1]:443", "192.0.2.1")),
  common("dns", fc.constantFrom("www.example.com", "_dmarc.example.com", "bücher.example", '"', "{{")),
) as fc.Arbitrary<JsonObject>;

function common(kind: string, target: fc.Arbitrary<string>) {
  return fc.record(
    {
      name: odd,
      kind: fc.constant(kind),
      target,
      interval_seconds: fc.integer({ min: 10, max: 86_400 }),
      timeout_ms: fc.integer({ min: 100, max: 60_000 }),
      failure_threshold: fc.integer({ min: 1, max: 10 }),
      degraded_ms: fc.option(fc.integer({ min: 1, max: 60_000 })),
      enabled: bools,
      muted: bools,
    },
    { requiredKeys: ["name", "kind", "target"] },
  );
}

const monitor = fc.record(
  {
    hostname: fc.constantFrom("a.example.com", "2001:db8::1", "192.0.2.1", "localhost"),
    port: fc.integer({ min: 1, max: 65_535 }),
    server_name: fc.constantFrom("", "b.example.com", "192.0.2.2"),
    alert_days_before_expiry: fc.array(fc.integer({ min: 1, max: 365 }), { maxLength: 40 }),
    interval_minutes: fc.integer({ min: 5, max: 10_080 }),
    timeout_ms: fc.integer({ min: 1_000, max: 30_000 }),
    min_tls_version: fc.constantFrom("1.2", "1.3"),
    enabled: bools,
  },
  { requiredKeys: ["hostname"] },
) as fc.Arbitrary<JsonObject>;
