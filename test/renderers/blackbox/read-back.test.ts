import { expect, it } from "vitest";
import type { ItemField } from "../../../src/kernel/field.ts";
import type { Kind } from "../../../src/kernel/kind.ts";
import { noData } from "../../../src/kernel/no-data.ts";
import { parseBody } from "../../../src/kernel/parse-body.ts";
import type { JsonObject } from "../../../src/kernel/validate.ts";
import { certificateReports, checkReports } from "../../../src/renderers/blackbox/read-back.ts";
import { checkFailures } from "../../../src/renderers/prometheus/checks.ts";
import type { Sample } from "../../../src/renderers/read-back.ts";
import { certificateMonitors } from "../../../src/resources/certificate-monitors.ts";
import { syntheticChecks } from "../../../src/resources/synthetic-checks.ts";

it("reports nothing of another organization's check", () => {
  const answers = probed("chk", [check("status", 1, "chk_other"), check("status", 3)]);
  expect(checkReports(["chk"], answers)).toMatchObject([{ id: "chk", state: { status: "down" } }]);
});

it("has no status and no time without a probe, whatever the rules hold, and says why", () => {
  const held = [check("status", 3), check("duration:seconds", 0.2), check("failure", 500)];
  const up = (figure: number) => sample({ __name__: "up", orgconfig_check_id: "chk" }, figure);
  const of = (...samples: Sample[]) => checkReports(["chk"], { samples, times: [] })[0]?.state;
  expect(of(...held)).toEqual({ status: "unknown", status_reason: noData.noTarget });
  expect(of(...held, up(0))).toEqual({ status: "unknown", status_reason: noData.unreachableExporter });
  expect(of(...held, up(1))).toEqual({ status: "unknown", status_reason: noData.noProbe });
  // An engine that is behind, whatever it scrapes.
  for (const samples of [[], [up(0)], [up(1)]])
    expect(of(...samples)).toEqual({ status: "unknown", status_reason: noData.notEvaluated });
  expect(checkReports(["chk"], probed("chk", [check("status", 0), up(1)]))[0]?.state).toEqual({
    status: "unknown",
    status_reason: noData.tooFewProbes,
  });
  const certificates = [certificate("orgconfig:certificate_status", 6)];
  expect(certificateReports(["cert"], { samples: certificates, times: [] })[0]?.state).toEqual({
    status: "unknown",
    status_reason: noData.noTarget,
  });
});

it("distinguishes a name that does not resolve, and a certificate that may not be trusted, from no answer", () => {
  const said = (code: number, addresses: number) =>
    checkReports(
      ["chk"],
      probed("chk", [
        check("status", 3),
        check("failure", code),
        sample({ __name__: "probe_ip_protocol", orgconfig_check_id: "chk" }, addresses),
      ]),
    )[0]?.state.last_error_message;
  const { noAnswer, noTrustedAnswer, handshake } = checkFailures;
  for (const code of [noAnswer, noTrustedAnswer, handshake])
    expect(said(code, 0)).toMatch(/does not resolve/);
  expect(said(noAnswer, 4)).not.toMatch(/certificate/);
  expect(said(noTrustedAnswer, 4)).toMatch(/certificate is not trusted/);
  expect(
    certificateReports(
      ["cert"],
      probed("cert", [certificate("orgconfig:certificate_status", 3), certificate("probe_ip_protocol", 0)]),
    )[0]?.state.last_error_message,
  ).toMatch(/does not resolve/);
});

it("ends a failure when the check is up again, and says the latency of answers only", () => {
  const [up] = checkReports(["chk"], probed("chk", [check("status", 1), check("duration:seconds", 0.1826)]));
  expect(up?.state).toEqual({
    status: "up",
    last_checked_at: "2023-11-14T22:13:20.000Z",
    last_latency_ms: 183,
    last_error_kind: null,
    last_error_message: null,
  });
  const [down] = checkReports(["chk"], probed("chk", [check("status", 3), check("failure", 429)]));
  expect(down?.state).not.toHaveProperty("last_latency_ms");
  expect(down?.state).toMatchObject({
    last_error_kind: "throttled",
    last_error_message: expect.stringContaining("429"),
  });
});

it("says the first failure of several while the check still counts as up", () => {
  expect(checkReports(["chk"], probed("chk", [check("status", 1), check("failure", 2)]))).toMatchObject([
    { state: { status: "up", last_error_kind: "network" } },
  ]);
});

it("reports what the fields take, whatever hosts show and engines answer", () => {
  const names = Array.from({ length: 150 }, (_, index) => `${index}`.padEnd(1_200, "x")).join(",");
  const info = { issuer: "é".repeat(2_000), subjectalternative: names, fingerprint_sha256: "ab".repeat(32) };
  const figures = [0, 1, 3, Number.NaN, Number.POSITIVE_INFINITY, 1e300, -6.21355968e10, 253_402_300_800];
  for (const figure of figures)
    for (const status of [0, 1, 2, 3, 4, 5, 6]) {
      const reports = [
        ...checkReports(
          ["chk"],
          probed("chk", [check("status", status), check("failure", figure)], figure),
        ).map((report) => [syntheticChecks, report] as const),
        ...certificateReports(
          ["cert"],
          probed(
            "cert",
            [
              certificate("orgconfig:certificate_status", status),
              certificate("orgconfig:certificate_not_after:seconds", figure),
              certificate("probe_ssl_last_chain_info", 1, info),
            ],
            figure,
          ),
        ).map((report) => [certificateMonitors, report] as const),
      ];
      for (const [definition, { state }] of reports) expect(problemsOf(definition, state)).toEqual([]);
    }
});

it("distinguishes a host that shows nothing from one whose certificate names nobody", () => {
  const status = certificate("orgconfig:certificate_status", 3);
  expect(certificateReports(["cert"], probed("cert", [status]))[0]?.state).not.toHaveProperty(
    "subject_alt_names",
  );
  const shown = certificate("probe_ssl_last_chain_info", 1, { issuer: "", subjectalternative: "" });
  expect(
    certificateReports(["cert"], probed("cert", [certificate("orgconfig:certificate_status", 5), shown]))[0]
      ?.state,
  ).toMatchObject({
    issuer: null,
    subject_alt_names: [],
    fingerprint_sha256: null,
  });
});

/** The answers where the newest probe of the row was then. */
function probed(id: string, samples: readonly Sample[], time = 1_700_000_000) {
  return {
    samples,
    times: [sample({ [`orgconfig_${id === "chk" ? "check" : "certificate"}_id`]: id }, time)],
  };
}

function check(name: string, figure: number, id = "chk") {
  return sample({ __name__: `orgconfig:check_${name}`, orgconfig_check_id: id }, figure);
}

function certificate(name: string, figure: number, labels: Readonly<Record<string, string>> = {}) {
  return sample({ __name__: name, orgconfig_certificate_id: "cert", ...labels }, figure);
}

function sample(metric: Readonly<Record<string, string>>, figure: number) {
  return { metric, value: [1_700_000_000, String(figure)] as const };
}

/** What report_state would say against a report. */
function problemsOf({ fields }: Kind, state: JsonObject) {
  const reported = Object.entries(fields).flatMap(([name, field]): [string, ItemField][] =>
    field.type === "computed" && field.reported ? [[name, field.shape]] : [],
  );
  return parseBody(Object.fromEntries(reported), state, "update").problems;
}
