/** The provider: its own block, and every kind as a resource and a data source. */
import type { Resource } from "../src/kernel/resource.ts";
import { terraformType } from "../src/kernel/terraform.ts";
import { createRows } from "./batch.ts";
import { createClient } from "./client.ts";
import { dataSourceServer } from "./data-source.ts";
import { inOneRun } from "./in-one-run.ts";
import { createLateDeletes } from "./late-deletes.ts";
import { askOrganization, guardProblems, ofOneOrganization } from "./organization.ts";
import { createPlanNotes } from "./plan-notes.ts";
import { error } from "./refusals.ts";
import { collectionServer } from "./resource.ts";
import { namingRows } from "./row-names.ts";
import type { Session } from "./session.ts";
import { settingServer } from "./setting.ts";
import { type Diagnostic, DiagnosticsError } from "./wire/diagnostics.ts";
import type { ProviderServer, ResourceServer } from "./wire/provider.ts";
import type { Schema } from "./wire/schema.ts";
import { hasUnknown, type ObjectValue } from "./wire/values.ts";

type Environment = Readonly<Record<string, string | undefined>>;

const variables = { endpoint: "ORGCONFIG_ENDPOINT", api_key: "ORGCONFIG_API_KEY" } as const;

export const providerSchema: Schema = {
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
    organization: {
      type: "string",
      optional: true,
      description:
        "The slug or the id of the organization that this configuration is for. A key of another one is then refused before anything is read.",
    },
  },
};

export function createProvider(resources: readonly Resource[], environment: Environment): ProviderServer {
  let session: Session | undefined;
  // Terraform starts us in the working directory.
  const dataDirectory = environment.TF_DATA_DIR || ".terraform";

  function current(): Session {
    if (session !== undefined) return session;
    throw new DiagnosticsError([
      error(
        "The provider's arguments are not known yet",
        "endpoint, api_key or organization comes from something that is made in this very run. Apply that first (terraform apply -target=…), then plan the rest.",
      ),
    ]);
  }

  function served(resource: Resource): ResourceServer {
    const server =
      resource.shape === "setting" ? settingServer(resource, current) : collectionServer(resource, current);
    const named = inOneRun(resource, namingRows(resource, server), () => session);
    return ofOneOrganization(resource, named, () => session);
  }

  return {
    schema: providerSchema,
    resources: Object.fromEntries(resources.map((resource) => [terraformType(resource), served(resource)])),
    dataSources: Object.fromEntries(
      resources.map((resource) => [terraformType(resource), dataSourceServer(resource, current)]),
    ),
    validate: ({ config }) => endpointProblems(config.endpoint),
    configure: async ({ config, terraformVersion, signal }) => {
      session = undefined;
      if (hasUnknown(config)) return [];
      const endpoint = settingOf(config, environment, "endpoint");
      const apiKey = settingOf(config, environment, "api_key");
      const problems = [
        ...(endpoint === undefined ? [missing("endpoint")] : endpointProblems(endpoint)),
        ...(apiKey === undefined ? [missing("api_key")] : keyProblems(apiKey)),
      ];
      if (problems.length > 0 || endpoint === undefined || apiKey === undefined) return problems;
      const client = createClient({ endpoint: endpoint.replace(/\/+$/, ""), apiKey, terraformVersion });
      const organization = await askOrganization(client, signal);
      const wrong = guardProblems(config, organization);
      if (wrong.length === 0) {
        session = {
          organization,
          client,
          rows: createRows(client),
          notes: createPlanNotes(dataDirectory),
          deletes: createLateDeletes(dataDirectory, signal),
        };
      }
      return wrong;
    },
    finish: async () => (await session?.deletes.finish()) ?? [],
  };
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
