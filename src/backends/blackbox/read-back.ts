/**
 * What Prometheus knows of checks and certificates, as state reports. One instant query a kind, however many rows there
 * are: the rules (../prometheus/checks.ts, ../prometheus/certificates.ts) have decided what each figure means.
 */
import type { JsonObject } from "../../kernel/validate.ts";
import {
  certificateIdLabel,
  certificateRecords,
  certificateStatuses,
} from "../prometheus/certificates.ts";
import { checkFailures, checkIdLabel, checkRecords, checkStatuses } from "../prometheus/checks.ts";
import type { Sample, StateReport } from "../read-back.ts";

const chainInfo = "probe_ssl_last_chain_info";

/** The figures of every check. */
export const checkQuery = queryOf(checkIdLabel, Object.values(checkRecords));

/** The figures of every certificate monitor, and what the host showed. */
export const certificateQuery = queryOf(certificateIdLabel, [...Object.values(certificateRecords), chainInfo]);

function queryOf(idLabel: string, names: readonly string[]): string {
  return `{__name__=~"${names.join("|")}",${idLabel}!=""}`;
}

/** Reports of synthetic_checks from the answer to `checkQuery`, in the order of their ids. */
export function checkReports(vector: readonly Sample[]): StateReport[] {
  return reportsOf("synthetic_checks", checkIdLabel, vector, (figures) => {
    const code = figures.numberOf(checkRecords.status);
    const status = nameOf(checkStatuses, code);
    if (status === undefined) return undefined;
    if (status === "unknown") return { status };
    const latency = figures.numberOf(checkRecords.duration);
    return {
      status,
      ...timeOf("last_checked_at", figures.numberOf(checkRecords.time)),
      // Only an answer has a latency: the last one's stays.
      ...(latency === undefined ? {} : { last_latency_ms: Math.round(latency * 1_000) }),
      ...checkFailure(figures.numberOf(checkRecords.failure)),
    };
  });
}

function checkFailure(code: number | undefined): JsonObject {
  switch (code) {
    case undefined:
      return noFailure;
    case checkFailures.noAnswer:
      return failure("network", "The target did not answer in time, or refused the connection.");
    case checkFailures.handshake:
      return failure("network", "The TLS handshake failed, or its certificate is not trusted.");
    case checkFailures.nameRefused:
      return failure("other", "The name server answered that there is no such name, or that it failed.");
    case checkFailures.body:
      return failure("other", "The answer's body does not hold the text of body_contains.");
    default:
      return failure(kindOfStatus[code] ?? "other", `The answer has the status ${code}.`);
  }
}

const kindOfStatus: Readonly<Record<number, string>> = {
  401: "auth_invalid",
  403: "access_denied",
  429: "throttled",
};

/** Reports of certificate_monitors from the answer to `certificateQuery`, in the order of their ids. */
export function certificateReports(vector: readonly Sample[]): StateReport[] {
  return reportsOf("certificate_monitors", certificateIdLabel, vector, (figures) => {
    const found = nameOf(certificateStatuses, figures.numberOf(certificateRecords.status));
    if (found === undefined) return undefined;
    if (found === "unknown") return { status: found };
    return {
      status: found === "oldTls" ? "invalid" : found,
      ...timeOf("last_checked_at", figures.numberOf(certificateRecords.time)),
      ...timeOf("not_after", figures.numberOf(certificateRecords.notAfter)),
      ...shownCertificate(figures.labelsOf(chainInfo)),
      ...certificateFailures[found],
    };
  });
}

/** What the host showed; nothing where it could not be asked, so that what was seen before stays. */
function shownCertificate(labels: Readonly<Record<string, string>> | undefined): JsonObject {
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
const mostNames = 100;
const mostCharacters = 1_000;

function shortened(text: string): string {
  return [...text].slice(0, mostCharacters).join("");
}

const noFailure = { last_error_kind: null, last_error_message: null } as const;

function failure(kind: string, message: string): JsonObject {
  return { last_error_kind: kind, last_error_message: message };
}

const certificateFailures: Readonly<
  Record<Exclude<keyof typeof certificateStatuses, "unknown">, JsonObject>
> = {
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
  labelsOf(name: string): Readonly<Record<string, string>> | undefined;
}

function reportsOf(
  kind: string,
  idLabel: string,
  vector: readonly Sample[],
  stateOf: (figures: Figures) => JsonObject | undefined,
): StateReport[] {
  const rows = new Map<string, Sample[]>();
  for (const sample of vector) {
    const id = sample.metric[idLabel];
    if (id !== undefined) rows.set(id, [...(rows.get(id) ?? []), sample]);
  }
  return [...rows]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([id, samples]) => {
      const state = stateOf(figuresOf(samples));
      return state === undefined ? [] : [{ kind, id, state }];
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

function nameOf<N extends string>(codes: Readonly<Record<N, number>>, code: number | undefined): N | undefined {
  return (Object.keys(codes) as N[]).find((name) => codes[name] === code);
}

/** A time as reports say it; nothing where the seconds are no date of the years that fields take. */
function timeOf(field: string, seconds: number | undefined): JsonObject {
  const time = new Date((seconds ?? Number.NaN) * 1_000);
  const year = time.getUTCFullYear();
  return year >= 1 && year <= 9_999 ? { [field]: time.toISOString() } : {};
}
