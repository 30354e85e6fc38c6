/** How the command line and the agent reach the service: what their options and the environment say. */
import { type Command, Option } from "commander";
import { isServiceAddress } from "../client/address.ts";
import type { Program } from "../client/failures.ts";
import { parseProxy, proxyVariable } from "../client/proxy.ts";
import { RunProblem, runHeaders } from "../client/run.ts";
import type { Route } from "../client/transport.ts";
import { TrustProblem, trustedAuthorities } from "../client/trust.ts";
import { usageError } from "./errors.ts";

const variables = {
  certificate: "ORGCONFIG_CA_CERTIFICATE",
  timeout: "ORGCONFIG_TIMEOUT",
  retries: "ORGCONFIG_MAX_RETRIES",
} as const;

/** The command line's own words for what may go wrong on the way. */
export const program: Program = {
  name: "this program",
  again: "try again",
  fewer: "",
  notDeleted: "",
  settings: {
    address: "--url (or ORGCONFIG_URL)",
    proxy: "HTTPS_PROXY or HTTP_PROXY",
    timeout: variables.timeout,
    retries: variables.retries,
    certificate: variables.certificate,
  },
  doubt: () => " Whether it was done is not known: look before you do it again.",
};

/** Adds the option that says where the service is. */
export function withUrl(command: Command): Command {
  return command.addOption(
    new Option("--url <url>", "where the service is")
      .env("ORGCONFIG_URL")
      .default(`http://127.0.0.1:${ownPort(process.env)}`),
  );
}

/** The port at which a service with this environment listens. */
function ownPort({ PORT = "" }: NodeJS.ProcessEnv): string {
  return /^\d{1,5}$/.test(PORT) && Number(PORT) > 0 ? PORT : "8080";
}

/** Options of every command that prints an answer of the service. */
export function withAnswer(command: Command, description: string): Command {
  return withUrl(command).description(description).option("--json", "answer in JSON");
}

/** @throws CommandError where the address, or a variable about the way to it, cannot be used */
export function wayFrom(url: string, env: NodeJS.ProcessEnv): Omit<Route, "timeout_ms"> {
  if (!isServiceAddress(url))
    throw usageError(
      `${JSON.stringify(url)} is not the address of a service. Write it in --url or ORGCONFIG_URL with its scheme and without a path, such as https://config.example.com or http://127.0.0.1:8080`,
    );
  const endpoint = new URL(url).origin;
  const variable = proxyVariable(endpoint, env);
  const proxy = variable === undefined ? undefined : parseProxy(env[variable]?.trim() ?? "");
  // Without its text, in which a password may stand.
  if (variable !== undefined && proxy === undefined)
    throw usageError(`${variable} is not the address of a proxy. Write it as http://proxy.example.com:3128`);
  const secure = endpoint.startsWith("https:") || proxy?.protocol === "https:";
  return { endpoint, proxy, trusted: authoritiesFrom(env[variables.certificate], secure ? env : {}) };
}

/**
 * @param added what is for this program alone: a wrong one is said of an http address too
 * @param env the variables that all programs read; none where nothing is encrypted
 */
function authoritiesFrom(added: string | undefined, env: NodeJS.ProcessEnv): readonly string[] | undefined {
  try {
    return trustedAuthorities(added?.trim() || undefined, env);
  } catch (error) {
    if (!(error instanceof TrustProblem)) throw error;
    throw usageError(`${error.source === "file" ? "SSL_CERT_FILE" : variables.certificate} ${error.message}`);
  }
}

/** How often a person waits for an answer of something in front of the service. */
const usualRetries = 5;

export interface Patience {
  readonly maxRetries: number;
  readonly maxUnansweredRetries: number;
  /** The least that any answer may take. */
  readonly least_ms: number;
}

/**
 * Someone waits at a terminal: where nothing answers at all, it is tried once more and then said. A pipeline that
 * wants more sets the variable.
 */
export function patienceFrom(env: NodeJS.ProcessEnv): Patience {
  const retries = numberIn(env, variables.retries, 0, 100);
  return {
    maxRetries: retries ?? usualRetries,
    maxUnansweredRetries: retries ?? 1,
    least_ms: (numberIn(env, variables.timeout, 1, 3_600) ?? 0) * 1_000,
  };
}

/** The header of the run that the environment names. @throws CommandError where it cannot be one */
export function runFrom(env: NodeJS.ProcessEnv): Readonly<Record<string, string>> {
  try {
    return runHeaders(env);
  } catch (error) {
    throw error instanceof RunProblem ? usageError(error.message) : error;
  }
}

function numberIn(env: NodeJS.ProcessEnv, name: string, least: number, most: number): number | undefined {
  const text = env[name]?.trim() ?? "";
  if (text === "") return undefined;
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw usageError(`${name} must be a whole number from ${least} to ${most}`);
}
