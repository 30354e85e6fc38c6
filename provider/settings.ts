/** The provider block: its arguments, the variables that stand in for them, and what is wrong with either. */
import { error } from "./refusals.ts";
import type { Diagnostic } from "./wire/diagnostics.ts";
import type { Schema } from "./wire/schema.ts";
import type { ObjectValue } from "./wire/values.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

const variables = {
  endpoint: "ORGCONFIG_ENDPOINT",
  api_key: "ORGCONFIG_API_KEY",
  operator_token: "ORGCONFIG_OPERATOR_TOKEN",
} as const;

export const settingsSchema: Schema = {
  description: "Reads and changes one organization's configuration in an orgconfig service.",
  attributes: {
    endpoint: {
      type: "string",
      optional: true,
      description: `Where the service is, such as \`https://config.example.com\`. Taken from \`${variables.endpoint}\` unless set.`,
    },
    api_key: {
      type: "string",
      optional: true,
      sensitive: true,
      description: `A key of the organization: with the scope api:admin to apply, with api:config_read to plan. Taken from \`${variables.api_key}\` unless set.`,
    },
    operator_token: {
      type: "string",
      optional: true,
      sensitive: true,
      description: `The operator's token of the service, for members alone. Taken from \`${variables.operator_token}\` unless set.`,
    },
    organization: {
      type: "string",
      optional: true,
      description:
        "The slug or the id of the organization that this configuration is for. A key of another one is then refused before anything is read.",
    },
  },
};

/** The block as it stands, with the environment behind it. */
export interface Settings {
  /** Without a slash at the end: `https://config.example.com`. */
  readonly endpoint: string;
  readonly apiKey: string;
  readonly operatorToken?: string;
}

/** What the block and the environment say; diagnostics where that is not enough to reach a service. No value may be unknown. */
export function readSettings(config: ObjectValue, environment: Environment): Settings | Diagnostic[] {
  const endpoint = settingOf(config, environment, "endpoint");
  const apiKey = settingOf(config, environment, "api_key");
  const operatorToken = settingOf(config, environment, "operator_token");
  const problems = [
    ...(endpoint === undefined ? [missing("endpoint")] : endpointProblems(endpoint)),
    ...(apiKey === undefined ? [missing("api_key")] : keyProblems(apiKey)),
  ];
  if (problems.length > 0 || endpoint === undefined || apiKey === undefined) return problems;
  return {
    endpoint: endpoint.replace(/\/+$/, ""),
    apiKey,
    ...(operatorToken === undefined ? {} : { operatorToken }),
  };
}

/** What can be told of the block without the environment; values may be unknown. */
export function settingsProblems(config: ObjectValue): Diagnostic[] {
  return endpointProblems(config.endpoint);
}

/** Written in the block, or else in the environment; what is empty is not set. */
function settingOf(
  config: ObjectValue,
  environment: Environment,
  name: keyof typeof variables,
): string | undefined {
  const written = config[name];
  return (typeof written === "string" ? written.trim() : environment[variables[name]]?.trim()) || undefined;
}

function missing(name: keyof typeof variables): Diagnostic {
  const detail = `${name} is not set: write it in the block provider "orgconfig", or set ${variables[name]}.`;
  return { ...error(`The provider needs ${name}`, detail), path: [name] };
}

function endpointProblems(endpoint: unknown): Diagnostic[] {
  if (typeof endpoint !== "string" || endpoint === "") return [];
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  const plain =
    url !== undefined && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
  if (plain && /^\/*$/.test(url.pathname) && url.search === "" && url.hash === "") return [];
  const detail =
    "Write the service's address without a path or a user, such as https://config.example.com or http://127.0.0.1:8080.";
  return [{ ...error("endpoint is not the address of a service", detail), path: ["endpoint"] }];
}

/** A line break within the key would fail at the first request, as if the service were out of reach. */
function keyProblems(apiKey: string): Diagnostic[] {
  if (/^[\x21-\x7e]+$/.test(apiKey)) return [];
  const detail = `It must be the key as it was shown, on one line: this one holds a line break or another character that no key has. It comes from api_key in the block provider "orgconfig", or from ${variables.api_key}.`;
  // Without a path: Terraform would print the line, in which the key may stand.
  return [error("api_key is not a key", detail)];
}
