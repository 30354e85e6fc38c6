/** The provider block: its arguments, the variables that stand in for them, and what is wrong with either. */
import { isServiceAddress } from "../src/client/address.ts";
import { isCredential } from "../src/client/credential.ts";
import { parseProxy, proxyVariable } from "../src/client/proxy.ts";
import { RunProblem, runHeaders, runVariable } from "../src/client/run.ts";
import { checkPem, isPem, TrustProblem, trustedAuthorities } from "../src/client/trust.ts";
import { error } from "./refusals.ts";
import type { Diagnostic } from "./wire/diagnostics.ts";
import type { Schema } from "./wire/schema.ts";
import { type ObjectValue, UNKNOWN } from "./wire/values.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

const variables = {
  endpoint: "ORGCONFIG_URL",
  api_key: "ORGCONFIG_KEY",
  operator_token: "ORGCONFIG_OPERATOR_TOKEN",
  organization: "ORGCONFIG_ORGANIZATION",
  ca_certificate: "ORGCONFIG_CA_CERTIFICATE",
  timeout_seconds: "ORGCONFIG_TIMEOUT",
  max_retries: "ORGCONFIG_MAX_RETRIES",
  override_tests: "ORGCONFIG_OVERRIDE_TESTS",
  propose: "ORGCONFIG_PROPOSE",
} as const;

/** The names from before the command line and the provider had one pair. They win: what set them meant the provider. */
const olderVariables: Partial<Record<keyof typeof variables, string>> = {
  endpoint: "ORGCONFIG_ENDPOINT",
  api_key: "ORGCONFIG_API_KEY",
};

/** The bounds of the arguments that are whole numbers. */
const bounds = { timeout_seconds: [1, 3600], max_retries: [0, 100] } as const;

const optional = (type: "string" | "number" | "bool", description: string) => ({
  type,
  optional: true,
  description,
});
const secret = (description: string) => ({ ...optional("string", description), sensitive: true });

export const settingsSchema: Schema = {
  description: "Reads and changes one organization's configuration in an orgconfig service.",
  attributes: {
    endpoint: optional(
      "string",
      `Where the service is, such as \`https://config.example.com\`. Taken from \`${variables.endpoint}\` unless set; \`${olderVariables.endpoint}\`, its older name, works too and comes first.`,
    ),
    api_key: secret(
      `A key of the organization: with the scope api:admin to apply, with api:config_read to plan. Taken from \`${variables.api_key}\` unless set; \`${olderVariables.api_key}\`, its older name, works too and comes first.`,
    ),
    operator_token: secret(
      `The operator's token of the service, for members alone. Taken from \`${variables.operator_token}\` unless set.`,
    ),
    organization: optional(
      "string",
      `The slug or the id of the organization that this configuration is for. A key of another one is then refused before anything is read. Taken from \`${variables.organization}\` unless set.`,
    ),
    ca_certificate: optional(
      "string",
      `The certificate of an authority to trust in addition to all others, for a service with a certificate from your own: PEM, or the path of a file with it. Taken from \`${variables.ca_certificate}\` unless set.`,
    ),
    timeout_seconds: optional(
      "number",
      `How long a request may take, with its whole answer: 1 to 3600 seconds, 60 unless set here or in \`${variables.timeout_seconds}\`. One that is late is sent once more where a second arrival does no harm, such as a read.`,
    ),
    max_retries: optional(
      "number",
      `How often a request is sent again while the service is away or asks to wait: 0 to 100, 10 unless set here or in \`${variables.max_retries}\`. Ten retries wait about a minute together, and about two minutes at most where the service asks for longer waits. A write is only sent again where the service cannot have made it, or would not make it twice.`,
    ),
    override_tests: optional(
      "string",
      `Why changes are made although behaviour tests would fail. Taken from \`${variables.override_tests}\` unless set: better there, for one run, than in a file. The key has to be of an administrator; each test and the reason go into the audit log.`,
    ),
    propose: optional(
      "bool",
      `Whether changes are proposed, and not made: each resource that would be made, changed or deleted becomes a proposal, and an error with its address. Taken from \`${variables.propose}\` (\`true\` or \`false\`) unless set.`,
    ),
    proxy_url: secret(
      "The proxy that leads to the service, such as `http://proxy.example.com:3128`. Unless set, `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY` say which one does.",
    ),
  },
};

/** The block as it stands, with the environment behind it. */
export interface Settings {
  /** Without a slash at the end: `https://config.example.com`. */
  readonly endpoint: string;
  readonly apiKey: string;
  /** Unknown where this run still makes it. */
  readonly operatorToken?: string | typeof UNKNOWN | undefined;
  /** The slug or the id of the one organization that the block is for. */
  readonly organization?: string | undefined;
  readonly timeout_ms?: number | undefined;
  readonly maxRetries?: number | undefined;
  /** Why behaviour tests are to hold nothing back. */
  readonly overrideTests?: string | undefined;
  /** Whether writes of rows become proposals. */
  readonly propose: boolean;
  /** The header that names the run of all calls; none where nothing names one. */
  readonly runHeaders?: Readonly<Record<string, string>> | undefined;
  readonly proxy?: URL | undefined;
  /** The authorities that a certificate may be from, each in PEM; those of Node unless given. */
  readonly trusted?: readonly string[] | undefined;
}

/** Without these it is not known whose rows there are, or whether they may be written. */
const needed: readonly string[] = ["endpoint", "api_key", "organization", "propose"];

/** The arguments without which nothing can be asked, and that are not known yet. */
export function stillUnknown(config: ObjectValue): string[] {
  return needed.filter((name) => config[name] === UNKNOWN);
}

/** The arguments about the way to the service that are not known yet: it is tried without them. */
export function leftOut(config: ObjectValue): string[] {
  const ofTheWay = ["ca_certificate", "timeout_seconds", "max_retries", "proxy_url"];
  return ofTheWay.filter((name) => config[name] === UNKNOWN);
}

/**
 * What the block and the environment say; diagnostics where that is not enough to reach a service. None that
 * `stillUnknown` names may be unknown. Others that are count as not written, but for the operator's token: the
 * environment may hold another one.
 */
export function readSettings(config: ObjectValue, environment: Environment): Settings | Diagnostic[] {
  const text = (name: keyof typeof variables) => settingOf(config, environment, name);
  const [address, apiKey] = [text("endpoint"), text("api_key")];
  const [timeout, retries] = [text("timeout_seconds"), text("max_retries")];
  const wrong = [
    ...(address === undefined ? [missing("endpoint")] : endpointProblems(address)),
    ...(apiKey === undefined ? [missing("api_key")] : keyProblems("api_key", apiKey)),
    ...keyProblems("operator_token", text("operator_token")),
    ...numberProblems("timeout_seconds", timeout),
    ...numberProblems("max_retries", retries),
    ...proposeProblems(text("propose"), text("override_tests")),
  ];
  if (wrong.length > 0 || address === undefined || apiKey === undefined) return wrong;
  const endpoint = new URL(address).origin;
  const proxied = proxyOf(config, environment, endpoint);
  const secure = endpoint.startsWith("https:") || proxied.value?.protocol === "https:";
  const trusted = trusting(() => trustedAuthorities(text("ca_certificate"), secure ? environment : {}));
  const run = readRun(environment);
  const problems = [...proxied.problems, ...trusted.problems, ...run.problems];
  if (problems.length > 0) return problems;
  return {
    endpoint,
    apiKey,
    operatorToken: config.operator_token === UNKNOWN ? UNKNOWN : text("operator_token"),
    organization: text("organization"),
    timeout_ms: timeout === undefined ? undefined : Number(timeout) * 1_000,
    maxRetries: retries === undefined ? undefined : Number(retries),
    overrideTests: text("override_tests"),
    propose: text("propose") === "true",
    runHeaders: run.value,
    proxy: proxied.value,
    trusted: trusted.value,
  };
}

/** What can be known of the block without the environment and without files; values may be unknown. */
export function settingsProblems(config: ObjectValue): Diagnostic[] {
  const { ca_certificate: authority, proxy_url: proxy } = config;
  return [
    ...endpointProblems(config.endpoint),
    ...numberProblems("timeout_seconds", config.timeout_seconds),
    ...numberProblems("max_retries", config.max_retries),
    ...(typeof authority === "string" && isPem(authority) ? pemProblems(authority) : []),
    ...(typeof proxy === "string" && proxy.trim() !== "" && parseProxy(proxy.trim()) === undefined
      ? [noProxy(proxy)]
      : []),
  ];
}

/** Written in the block, or else in the environment; what is empty is not set. */
function settingOf(
  config: ObjectValue,
  environment: Environment,
  name: keyof typeof variables,
): string | undefined {
  const written = config[name];
  if (typeof written === "number" || typeof written === "boolean") return String(written);
  if (typeof written === "string") return written.trim() || undefined;
  const older = olderVariables[name];
  return (older && environment[older]?.trim()) || environment[variables[name]]?.trim() || undefined;
}

function missing(name: "endpoint" | "api_key"): Diagnostic {
  const detail = `${name} is not set: write it in the block provider "orgconfig", or set ${variables[name]}.`;
  return { ...error(`The provider needs ${name}`, detail), path: [name] };
}

function endpointProblems(endpoint: unknown): Diagnostic[] {
  if (typeof endpoint !== "string" || endpoint === "") return [];
  if (isServiceAddress(endpoint)) return [];
  const detail =
    "Write the service's address without a path or a user, such as https://config.example.com or http://127.0.0.1:8080.";
  return [{ ...error("endpoint is not the address of a service", detail), path: ["endpoint"] }];
}

/** The variables that may hold it. */
function namesOf(name: keyof typeof variables): string {
  return [olderVariables[name], variables[name]].filter(Boolean).join(" or ");
}

/** A line break within the key would fail at the first request, as if the service were out of reach. */
function keyProblems(name: "api_key" | "operator_token", key: string | undefined): Diagnostic[] {
  if (key === undefined || isCredential(key)) return [];
  const word = name === "api_key" ? "key" : "token";
  const detail = `It must be the ${word} as it was shown, on one line: this one holds a line break or another character that no ${word} has. It comes from ${name} in the block provider "orgconfig", or from ${namesOf(name)}.`;
  // Without a path: Terraform would print the line, in which the key may stand.
  return [error(`${name} is not a ${word}`, detail)];
}

/** A value that can be used, or why there is none. */
interface Read<T> {
  readonly value: T | undefined;
  readonly problems: readonly Diagnostic[];
}

/** The argument wins over the variables, and then over NO_PROXY too. */
function proxyOf(config: ObjectValue, environment: Environment, endpoint: string): Read<URL> {
  const written = typeof config.proxy_url === "string" ? config.proxy_url.trim() : "";
  const variable = written === "" ? proxyVariable(endpoint, environment) : undefined;
  const text = variable === undefined ? written : (environment[variable]?.trim() ?? "");
  if (text === "") return { value: undefined, problems: [] };
  const value = parseProxy(text);
  return { value, problems: value === undefined ? [noProxy(written, variable)] : [] };
}

/** Without the text, in which a password may stand, and without the line of the file where it does. */
function noProxy(written: string, variable?: string): Diagnostic {
  const source = variable === undefined ? "" : ` This one comes from ${variable}.`;
  const detail = `Write its address without a path, such as http://proxy.example.com:3128 or http://USER:PASSWORD@proxy.example.com:3128, with what is not a letter or a digit in them percent-encoded. Its scheme is http or https; SOCKS is not supported.${source}`;
  const problem = error(`${variable ?? "proxy_url"} is not the address of a proxy`, detail);
  return written.includes("@") || variable !== undefined ? problem : { ...problem, path: ["proxy_url"] };
}

function pemProblems(text: string): readonly Diagnostic[] {
  return trusting(() => checkPem(text)).problems;
}

function trusting<T>(read: () => T): Read<T> {
  try {
    return { value: read(), problems: [] };
  } catch (problem) {
    if (!(problem instanceof TrustProblem)) throw problem;
    return { value: undefined, problems: [untrusted(problem)] };
  }
}

/** What the variables name the run. */
function readRun(environment: Environment): Read<Readonly<Record<string, string>>> {
  try {
    return { value: runHeaders(environment), problems: [] };
  } catch (problem) {
    if (!(problem instanceof RunProblem)) throw problem;
    return { value: undefined, problems: [error(`${runVariable} cannot be used`, `${problem.message}.`)] };
  }
}

function untrusted({ source, message }: TrustProblem): Diagnostic {
  if (source === "file") {
    const detail = `SSL_CERT_FILE ${message}. Name a file with the certificates of all authorities to trust, in PEM, or take the variable away.`;
    return error("SSL_CERT_FILE cannot be used", detail);
  }
  const detail = `ca_certificate (or ${variables.ca_certificate}) ${message}. Write the authority's certificate in PEM, from -----BEGIN CERTIFICATE----- to -----END CERTIFICATE-----, or the path of a file with it.`;
  return { ...error("ca_certificate is not a certificate", detail), path: ["ca_certificate"] };
}

function proposeProblems(propose: string | undefined, overrideTests: string | undefined): Diagnostic[] {
  if (propose === undefined || propose === "false") return [];
  if (propose !== "true")
    return [error(`${variables.propose} cannot be used`, `Write true or false: "${propose}" is neither.`)];
  if (overrideTests === undefined) return [];
  const detail = `What is proposed is held to behaviour tests when it is applied, and whoever applies it says why they hold nothing back. Take override_tests (or ${variables.override_tests}) away.`;
  return [{ ...error("propose does not go with override_tests", detail), path: ["propose"] }];
}

function numberProblems(name: keyof typeof bounds, value: unknown): Diagnostic[] {
  if (value === undefined || value === null || typeof value === "symbol") return [];
  const [least, most] = bounds[name];
  const number = /^\d+$/.test(String(value)) ? Number(value) : Number.NaN;
  if (number >= least && number <= most) return [];
  const detail = `Write a whole number from ${least} to ${most}, here or in ${variables[name]}: "${value}" is not one.`;
  return [{ ...error(`${name} is out of range`, detail), path: [name] }];
}
