/**
 * Terraform's RPCs, each a few lines: decode with the schema, ask the provider, encode. Nothing here knows
 * what a resource means, and nothing in a resource knows msgpack or protobuf.
 */
import { setMaxListeners } from "node:events";
import { diagnosticsOf, encodeDiagnostics } from "./diagnostics.ts";
import { decodeValue, encodeValue, present } from "./dynamic-value.ts";
import type { Message, Rpcs } from "./messages.ts";
import { type Diagnostics, find, type ProviderServer } from "./provider.ts";
import { resourceRpcs } from "./resource-rpcs.ts";
import { encodeSchema, type Schema } from "./schema.ts";
import type { ObjectValue } from "./values.ts";

/** The RPCs of one provider process. An error in one becomes a diagnostic of its answer. */
export function rpcsOf(provider: ProviderServer): Rpcs {
  const stopping = new AbortController();
  // Every read that is under way listens: with more than ten of them Node would warn of a leak.
  setMaxListeners(0, stopping.signal);
  return guarded({
    ...descriptionRpcs(provider),
    ...configurationRpcs(provider, stopping.signal),
    ...dataSourceRpcs(provider, stopping.signal),
    ...resourceRpcs(provider, stopping.signal),
    // Ends reads only: see Interruptible.
    stopProvider: async () => {
      stopping.abort();
      return {};
    },
  });
}

function descriptionRpcs(provider: ProviderServer): Pick<Rpcs, "getMetadata" | "getProviderSchema"> {
  const { resources, dataSources } = provider;
  const serverCapabilities = {
    planDestroy: Object.values(resources).some(({ planDestroy }) => planDestroy !== undefined),
    // One process may plan with the schema another one gave: the schema is the same for every caller.
    getProviderSchemaOptional: true,
  };
  return {
    getMetadata: async () => ({
      serverCapabilities,
      resources: Object.keys(resources).map((typeName) => ({ typeName })),
      dataSources: Object.keys(dataSources).map((typeName) => ({ typeName })),
    }),
    getProviderSchema: async () => ({
      serverCapabilities,
      provider: encodeSchema(provider.schema),
      resourceSchemas: encodeSchemas(resources),
      dataSourceSchemas: encodeSchemas(dataSources),
    }),
  };
}

function encodeSchemas(
  described: Readonly<Record<string, { readonly schema: Schema }>>,
): Record<string, Message<"Schema">> {
  return Object.fromEntries(
    Object.entries(described).map(([name, { schema }]) => [name, encodeSchema(schema)]),
  );
}

type ConfigurationRpc =
  | "validateProviderConfig"
  | "validateResourceConfig"
  | "validateDataResourceConfig"
  | "configureProvider";

function configurationRpcs(provider: ProviderServer, signal: AbortSignal): Pick<Rpcs, ConfigurationRpc> {
  return {
    validateProviderConfig: async ({ config }) => {
      const value = present(decodeValue(provider.schema.attributes, config));
      return { diagnostics: encodeDiagnostics(await provider.validate?.({ config: value })) };
    },
    validateResourceConfig: async ({ typeName, config, clientCapabilities }) => {
      const resource = find(provider.resources, typeName);
      const value = present(decodeValue(resource.schema.attributes, config));
      const refusals = clientCapabilities?.writeOnlyAttributesAllowed ? [] : writeOnlySet(resource, value);
      const found = await resource.validate?.({ config: value });
      return { diagnostics: encodeDiagnostics([...refusals, ...(found ?? [])]) };
    },
    validateDataResourceConfig: async ({ typeName, config }) => {
      const dataSource = find(provider.dataSources, typeName);
      const value = present(decodeValue(dataSource.schema.attributes, config));
      return { diagnostics: encodeDiagnostics(await dataSource.validate?.({ config: value })) };
    },
    configureProvider: async ({ config, terraformVersion }) => {
      const value = present(decodeValue(provider.schema.attributes, config));
      return {
        diagnostics: encodeDiagnostics(await provider.configure({ config: value, terraformVersion, signal })),
      };
    },
  };
}

function dataSourceRpcs({ dataSources }: ProviderServer, signal: AbortSignal): Pick<Rpcs, "readDataSource"> {
  return {
    readDataSource: async ({ typeName, config }) => {
      const dataSource = find(dataSources, typeName);
      const { attributes } = dataSource.schema;
      const value = present(decodeValue(attributes, config));
      const { state, diagnostics } = await dataSource.read({ config: value, signal });
      return { state: encodeValue(attributes, state), diagnostics: encodeDiagnostics(diagnostics) };
    },
  };
}

/** A Terraform before 1.11 would write such values into its state. */
function writeOnlySet({ schema }: { readonly schema: Schema }, config: ObjectValue): Diagnostics {
  return Object.entries(schema.attributes)
    .filter(([name, { writeOnly }]) => writeOnly && config[name] !== null)
    .map(([name]) => ({
      severity: "error",
      summary: "Write-only argument needs a newer Terraform",
      detail: `${name} is kept out of plan and state, which takes Terraform 1.11 or later.`,
      path: [name],
    }));
}

/** A bug must not take the process down: Terraform may have other rows to write. */
function guarded(rpcs: Rpcs): Rpcs {
  const guardedRpcs = Object.entries(rpcs).map(([name, rpc]) => [
    name,
    async (request: never) => {
      try {
        return await rpc(request);
      } catch (error) {
        return { diagnostics: encodeDiagnostics(diagnosticsOf(error)) };
      }
    },
  ]);
  return Object.fromEntries(guardedRpcs) as Rpcs;
}
