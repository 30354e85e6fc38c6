/**
 * What Prometheus knows of checks and certificates, as state reports. One instant query a kind, however many rows there
 * are: the rules (../prometheus/checks.ts, ../prometheus/certificates.ts) have decided what each figure means.
 */
import { defaultLimits } from "../../kernel/field.ts";
import { given } from "../../kernel/given.ts";
import type { StateOf } from "../../kernel/row-types.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import type { certificateMonitors } from "../../resources/certificate-monitors.ts";
import type { syntheticChecks } from "../../resources/synthetic-checks.ts";
import { type ErrorKind, kindOfStatus } from "../health.ts";
import { certificateIdLabel, certificateRecords, certificateStatuses } from "../prometheus/certificates.ts";
import { checkFailures, checkIdLabel, checkRecords, checkStatuses } from "../prometheus/checks.ts";
import type { Sample, StateReport } from "../read-back.ts";

/** What is reported of a row. What is not named stays as it was. */
type CheckState = Partial<StateOf<typeof syntheticChecks>>;
type CertificateState = Partial<StateOf<typeof certificateMonitors>>;

const chainInfo = "probe_ssl_last_chain_info";

/** The figures of every check. */
export const checkQuery = queryOf(checkIdLabel, Object.values(checkRecords));

/** The figures of every certificate monitor, and what the host showed. */
export const certificateQuery = queryOf(certificateIdLabel, [
  ...Object.values(certificateRecords),
  chainInfo,
]);

function queryOf(idLabel: string, names: readonly string[]): string {
  return `{__name__=~"${names.join("|")}",${idLabel}!=""}`;
}

/**
 * What to report of these checks, by the answer to `checkQuery`. What the engine does not know yet has no report.
 *
 * @param offset_ms what is added to times of the engine's clock
 */
export function checkReports(
  ids: readonly string[],
  vector: readonly Sample[],
  offset_ms = 0,
): StateReport[] {
  return reportsOf("synthetic_checks", ids, checkIdLabel, vector, (figures): CheckState | undefined => {
    const status = nameOf(checkStatuses, figures.numberOf(checkRecords.status));
    if (status === undefined || status === "unknown") return status && { status };
    const latency = figures.numberOf(checkRecords.duration);
    const time = timeOf(figures.numberOf(checkRecords.time), offset_ms);
    return {
      status,
      ...given({ last_checked_at: time }),
      // Only an answer has a latency: the last one's stays.
      ...(latency === undefined ? {} : { last_latency_ms: Math.round(latency * 1_000) }),
      ...checkFailure(figures.numberOf(checkRecords.failure)),
    };
  });
}

function checkFailure(code: number | undefined): Failure {
  switch (code) {
    case undefined:
      return noFailure;
    case checkFailures.noAnswer:
      return failure("network", "The target did not answer in time, or refused the connection.");
    case checkFailures.handshake:
      return failure("network", "The TLS handshake failed, or the certificate is not trusted.");
    case checkFailures.nameRefused:
      return failure("other", "The name server answered that there is no such name, or that it failed.");
    case checkFailures.body:
      return failure("other", "The answer's body does not hold the text of body_contains.");
    default:
      return failure(kindOfStatus[code] ?? "other", `The answer has the status ${code}.`);
  }
}

/**
 * What to report of these certificate monitors, by the answer to `certificateQuery`. What the engine does not know yet
 * has no report.
 *
 * @param offset_ms what is added to times of the engine's clock; when a certificate runs out is no such time
 */
export function certificateReports(
  ids: readonly string[],
  vector: readonly Sample[],
  offset_ms = 0,
): StateReport[] {
  return reportsOf(
    "certificate_monitors",
    ids,
    certificateIdLabel,
    vector,
    (figures): CertificateState | undefined => {
      const found = nameOf(certificateStatuses, figures.numberOf(certificateRecords.status));
      if (found === undefined || found === "unknown") return found && { status: found };
      const checked = timeOf(figures.numberOf(certificateRecords.time), offset_ms);
      const notAfter = timeOf(figures.numberOf(certificateRecords.notAfter));
      return {
        status: found === "oldTls" ? "invalid" : found,
        ...given({ last_checked_at: checked, not_after: notAfter }),
        ...shownCertificate(figures.labelsOf(chainInfo)),
        ...certificateFailures[found],
      };
    },
  );
}

/** What the host showed; nothing where it could not be asked, so that what was seen before stays. */
function shownCertificate(labels: Sample["metric"] | undefined): CertificateState {
  if (labels === undefined) return {};
  const { issuer = "", subjectalternative = "", fingerprint_sha256 = "" } = labels;
  const names = subjectalternative.split(",").filter((name) => name !== "");
  return {
    issuer: issuer === "" ? null : shortened(issuer),
    subject_alt_names: names.slice(0, mostNames).map(shortened),
    fingerprint_sha256: fingerprint_sha256 === "" ? null : fingerprint_sha256,
  };
}

/** As many and as long as the fields take. */
const mostNames = defaultLimits.items;

function shortened(text: string): string {
  return [...text].slice(0, defaultLimits.text).join("");
}

interface Failure {
  readonly last_error_kind: ErrorKind | null;
  readonly last_error_message: string | null;
}

const noFailure: Failure = { last_error_kind: null, last_error_message: null };

function failure(kind: ErrorKind, message: string): Failure {
  return { last_error_kind: kind, last_error_message: message };
}

const certificateFailures: Readonly<Record<Exclude<keyof typeof certificateStatuses, "unknown">, Failure>> = {
  valid: noFailure,
  expiring: noFailure,
  unreachable: failure("network", "The host did not answer in time, or speaks no TLS."),
  oldTls: failure("other", "The host speaks no version of TLS from min_tls_version on."),
  invalid: failure("other", "The certificate is not trusted, or it is not for this name."),
  expired: failure("other", "The certificate has expired."),
};

/** What a vector says of one row. */
interface Figures {
  numberOf(name: string): number | undefined;
  labelsOf(name: string): Sample["metric"] | undefined;
}

function reportsOf(
  kind: string,
  ids: readonly string[],
  idLabel: string,
  vector: readonly Sample[],
  stateOf: (figures: Figures) => CheckState | CertificateState | undefined,
): StateReport[] {
  const samples = new Map<string, Sample[]>(ids.map((id) => [id, []]));
  for (const sample of vector) samples.get(sample.metric[idLabel] ?? "")?.push(sample);
  return [...samples].flatMap(([id, own]) => {
    const state = stateOf(figuresOf(own));
    return state === undefined ? [] : [{ kind, id, state: state as JsonObject }];
  });
}

function figuresOf(samples: readonly Sample[]): Figures {
  const sampleOf = (name: string) => samples.find(({ metric }) => metric.__name__ === name);
  return {
    numberOf(name) {
      const figure = Number(sampleOf(name)?.value[1] ?? Number.NaN);
      return Number.isFinite(figure) ? figure : undefined;
    },
    labelsOf: (name) => sampleOf(name)?.metric,
  };
}

function nameOf<N extends string>(
  codes: Readonly<Record<N, number>>,
  code: number | undefined,
): N | undefined {
  return (Object.keys(codes) as N[]).find((name) => codes[name] === code);
}

/** A time as reports say it; undefined where the seconds are no date of the years that fields take. */
function timeOf(seconds: number | undefined, offset_ms = 0): string | undefined {
  const time = new Date((seconds ?? Number.NaN) * 1_000 + offset_ms);
  const year = time.getUTCFullYear();
  return year >= 1 && year <= 9_999 ? time.toISOString() : undefined;
}
