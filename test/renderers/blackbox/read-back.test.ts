import { expect, it } from "vitest";
import type { ItemField } from "../../../src/kernel/field.ts";
import type { Kind } from "../../../src/kernel/kind.ts";
import { parseBody } from "../../../src/kernel/parse-body.ts";
import type { JsonObject } from "../../../src/kernel/validate.ts";
import { certificateReports, checkReports } from "../../../src/renderers/blackbox/read-back.ts";
import { certificateMonitors } from "../../../src/resources/certificate-monitors.ts";
import { syntheticChecks } from "../../../src/resources/synthetic-checks.ts";

it("reports nothing of a check that the engine does not know, nor of another organization's", () => {
  const vector = [check("status", 1, "chk_other"), check("status", 2)];
  expect(checkReports(["chk", "chk_new"], vector).map(({ id }) => id)).toEqual(["chk"]);
});

it("keeps the last figures of a check that nobody has probed of late", () => {
  const vector = [check("status", 0), check("duration:seconds", 0.2)];
  expect(checkReports(["chk"], vector)).toEqual([
    { kind: "synthetic_checks", id: "chk", state: { status: "unknown" } },
  ]);
});

it("ends a failure when the check is up again, and says the latency of answers only", () => {
  const [up] = checkReports(["chk"], [check("status", 1), check("duration:seconds", 0.1826)]);
  expect(up?.state).toEqual({
    status: "up",
    last_latency_ms: 183,
    last_error_kind: null,
    last_error_message: null,
  });
  const [down] = checkReports(["chk"], [check("status", 3), check("failure", 429)]);
  expect(down?.state).not.toHaveProperty("last_latency_ms");
  expect(down?.state).toMatchObject({
    last_error_kind: "throttled",
    last_error_message: expect.stringContaining("429"),
  });
});

it("says the first failure of several while the check still counts as up", () => {
  expect(checkReports(["chk"], [check("status", 1), check("failure", 2)])).toMatchObject([
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
          [check("status", status), ...["time:seconds", "failure"].map((name) => check(name, figure))],
        ).map((report) => [syntheticChecks, report] as const),
        ...certificateReports(
          ["cert"],
          [
            certificate("orgconfig:certificate_status", status),
            ...["not_after:seconds", "time:seconds"].map((name) =>
              certificate(`orgconfig:certificate_${name}`, figure),
            ),
            certificate("probe_ssl_last_chain_info", 1, info),
          ],
        ).map((report) => [certificateMonitors, report] as const),
      ];
      for (const [definition, { state }] of reports) expect(problemsOf(definition, state)).toEqual([]);
    }
});

it("distinguishes a host that shows nothing from one whose certificate names nobody", () => {
  const status = certificate("orgconfig:certificate_status", 3);
  expect(certificateReports(["cert"], [status])[0]?.state).not.toHaveProperty("subject_alt_names");
  const shown = certificate("probe_ssl_last_chain_info", 1, { issuer: "", subjectalternative: "" });
  expect(
    certificateReports(["cert"], [certificate("orgconfig:certificate_status", 5), shown])[0]?.state,
  ).toMatchObject({
    issuer: null,
    subject_alt_names: [],
    fingerprint_sha256: null,
  });
});

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
