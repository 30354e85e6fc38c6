/**
 * What Prometheus knows of checks and certificates, as state reports. Two instant queries a kind, however many rows there
 * are: the rules (../prometheus/checks.ts, ../prometheus/certificates.ts) have decided what each figure means.
 */
import { defaultLimits } from "../../kernel/field.ts";
import { given } from "../../kernel/given.ts";
import { noData } from "../../kernel/no-data.ts";
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
/** 0 where the target's name has no address. */
const protocol = "probe_ip_protocol";
/** Whether the exporter answered Prometheus, whatever it said. */
const scraped = "up";
/** There while the answer holds a probe. */
const succeeded = "probe_success";

/** The answers to the two queries of a kind. */
export interface ProbeAnswers {
  readonly samples: readonly Sample[];
  readonly times: readonly Sample[];
}

/** The figures of every check. */
export const checkQueries = queriesOf(checkIdLabel, checkRecords, []);

/** The figures of every certificate monitor, and what the host showed. */
export const certificateQueries = queriesOf(certificateIdLabel, certificateRecords, [chainInfo]);

function queriesOf(
  idLabel: string,
  records: { readonly time: string } & Readonly<Record<string, string>>,
  more: readonly string[],
): Readonly<Record<keyof ProbeAnswers, string>> {
  const { time, ...others } = records;
  const names = [...Object.values(others), ...more, protocol, scraped, succeeded];
  return {
    samples: `{__name__=~"${names.join("|")}",${idLabel}!=""}`,
    // One probe that is missing, or two evaluations, are no loss. Where nothing at all is probed, that is one (the agent).
    times: `max by (${idLabel}) (max_over_time(${time}{${idLabel}!=""}[2m]))`,
  };
}

/**
 * What to report of these checks, by the answers to `checkQueries`: without a probe, that nobody knows its status and why.
 *
 * @param offset_ms what is added to times of the engine's clock
 */
export function checkReports(ids: readonly string[], answers: ProbeAnswers, offset_ms = 0): StateReport[] {
  return reportsOf("synthetic_checks", ids, checkIdLabel, answers, (figures): CheckState => {
    const status = nameOf(checkStatuses, figures.numberOf(checkRecords.status));
    const time = timeOf(figures.time, offset_ms);
    if (time === undefined || status === undefined || status === "unknown") return unprobed(figures, status);
    const latency = figures.numberOf(checkRecords.duration);
    return {
      status,
      last_checked_at: time,
      // Only an answer has a latency: the last one's stays.
      ...(latency === undefined ? {} : { last_latency_ms: Math.round(latency * 1_000) }),
      ...checkFailure(figures.numberOf(checkRecords.failure), figures.numberOf(protocol)),
    };
  });
}

/**
 * Nobody knows the status, and the engine shows why.
 * @param recorded what the rules say, which say something at each evaluation
 */
function unprobed(figures: Figures, recorded: string | undefined) {
  const reached = figures.numberOf(scraped);
  const status_reason =
    recorded === undefined
      ? noData.notEvaluated
      : reached === undefined
        ? noData.noTarget
        : reached === 0
          ? noData.unreachableExporter
          : waitsOrLost(figures);
  return { status: "unknown", status_reason } as const;
}

/** One that has a time is probed, and too seldom so far to be up or down. */
function waitsOrLost({ time, numberOf }: Figures): string {
  if (time !== undefined) return noData.tooFewProbes;
  return numberOf(succeeded) === undefined ? noData.noProbe : noData.notYetEvaluated;
}

function checkFailure(code: number | undefined, addresses: number | undefined): Failure {
  switch (code) {
    case undefined:
      return noFailure;
    case checkFailures.noAnswer:
    case checkFailures.noTrustedAnswer:
      if (addresses === 0) return unresolved;
      return failure(
        "network",
        code === checkFailures.noAnswer
          ? "The target did not answer in time, or refused the connection."
          : "The target did not answer in time, or refused the connection, or its certificate is not trusted or not for its name. A certificate monitor of the host shows which.",
      );
    case checkFailures.handshake:
      if (addresses === 0) return unresolved;
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
 * What to report of these certificate monitors, by the answers to `certificateQueries`: without a probe, that nobody knows
 * its status and why.
 *
 * @param offset_ms what is added to times of the engine's clock; when a certificate runs out is no such time
 */
export function certificateReports(
  ids: readonly string[],
  answers: ProbeAnswers,
  offset_ms = 0,
): StateReport[] {
  return reportsOf("certificate_monitors", ids, certificateIdLabel, answers, (figures): CertificateState => {
    const found = nameOf(certificateStatuses, figures.numberOf(certificateRecords.status));
    const time = timeOf(figures.time, offset_ms);
    if (time === undefined || found === undefined || found === "unknown") return unprobed(figures, found);
    const notAfter = timeOf(figures.numberOf(certificateRecords.notAfter));
    const isUnresolved = found === "unreachable" && figures.numberOf(protocol) === 0;
    return {
      status: found === "oldTls" ? "invalid" : found,
      last_checked_at: time,
      ...given({ not_after: notAfter }),
      ...shownCertificate(figures.labelsOf(chainInfo)),
      ...(isUnresolved ? unresolved : certificateFailures[found]),
    };
  });
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

const unresolved = failure("network", "The target's name does not resolve to an address.");

const certificateFailures: Readonly<Record<Exclude<keyof typeof certificateStatuses, "unknown">, Failure>> = {
  valid: noFailure,
  expiring: noFailure,
  unreachable: failure("network", "The host did not answer in time, or speaks no TLS."),
  oldTls: failure("other", "The host speaks no version of TLS from min_tls_version on."),
  invalid: failure("other", "The certificate is not trusted, or it is not for this name."),
  expired: failure("other", "The certificate has expired."),
};

/** What the answers say of one row. */
interface Figures {
  /** Of its newest probe, in seconds since 1970 by the engine's clock; undefined where none came in of late. */
  readonly time: number | undefined;
  numberOf(name: string): number | undefined;
  labelsOf(name: string): Sample["metric"] | undefined;
}

function reportsOf(
  kind: string,
  ids: readonly string[],
  idLabel: string,
  answers: ProbeAnswers,
  stateOf: (figures: Figures) => CheckState | CertificateState,
): StateReport[] {
  const samples = new Map<string, Sample[]>(ids.map((id) => [id, []]));
  for (const sample of answers.samples) samples.get(sample.metric[idLabel] ?? "")?.push(sample);
  const times = new Map(answers.times.map(({ metric, value }) => [metric[idLabel], Number(value[1])]));
  return [...samples].map(([id, own]) => {
    const state = stateOf(figuresOf(own, times.get(id)));
    return { kind, id, state: state as JsonObject };
  });
}

function figuresOf(samples: readonly Sample[], time: number | undefined): Figures {
  const sampleOf = (name: string) => samples.find(({ metric }) => metric.__name__ === name);
  return {
    time,
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
