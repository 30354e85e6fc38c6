/** The provider: its own block, and every kind as a resource and a data source. */
import type { Resource } from "../src/kernel/resource.ts";
import { terraformType } from "../src/kernel/terraform.ts";
import { createRows } from "./batch.ts";
import { createClient } from "./client.ts";
import { dataSourcesOf } from "./data-sources/index.ts";
import { createLog } from "./http/log.ts";
import { inOneRun } from "./in-one-run.ts";
import { createLateDeletes } from "./late-deletes.ts";
import { withoutBlock } from "./missing-block.ts";
import { createDefaults } from "./one-default.ts";
import { askOrganization, guardProblems, ofOneOrganization } from "./organization.ts";
import { members } from "./people/definition.ts";
import { memberDataSources, memberServer } from "./people/members.ts";
import { createPlanNotes } from "./plan-notes.ts";
import { error } from "./refusals.ts";
import { collectionServer } from "./resource.ts";
import { namingRows } from "./row-names.ts";
import type { Session } from "./session.ts";
import { settingServer } from "./setting.ts";
import { type Environment, readSettings, settingsProblems, settingsSchema } from "./settings.ts";
import { DiagnosticsError } from "./wire/diagnostics.ts";
import type { ProviderServer, ResourceServer } from "./wire/provider.ts";
import { hasUnknown } from "./wire/values.ts";

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

  function serverOf(resource: Resource): ResourceServer {
    return resource.shape === "setting"
      ? settingServer(resource, current)
      : collectionServer(resource, current);
  }

  function served(resource: Resource, server: ResourceServer): [string, ResourceServer] {
    const named = inOneRun(resource, namingRows(resource, server), () => session);
    return [terraformType(resource), ofOneOrganization(named, () => session)];
  }

  return withoutBlock({
    schema: settingsSchema,
    resources: Object.fromEntries([
      ...resources.map((resource) => served(resource, serverOf(resource))),
      served(
        members,
        memberServer(() => session, current),
      ),
    ]),
    dataSources: { ...dataSourcesOf(resources, current), ...memberDataSources(current) },
    validate: ({ config }) => settingsProblems(config),
    configure: async ({ config, terraformVersion, signal }) => {
      session = undefined;
      if (hasUnknown(config)) return [];
      const settings = readSettings(config, environment);
      if (Array.isArray(settings)) return settings;
      const log = createLog(environment);
      const connect = (apiKey: string) =>
        createClient({ ...settings, apiKey, terraformVersion, log, stopping: signal });
      const client = connect(settings.apiKey);
      const organization = await askOrganization(client, signal);
      const wrong = guardProblems({ organization: settings.organization ?? null }, organization);
      if (wrong.length === 0) {
        session = {
          organization,
          client,
          ...(settings.operatorToken && { operator: connect(settings.operatorToken) }),
          rows: createRows(client),
          notes: createPlanNotes(dataDirectory),
          defaults: createDefaults(),
          deletes: createLateDeletes(dataDirectory, signal),
        };
      }
      return wrong;
    },
    finish: async () => (await session?.deletes.finish()) ?? [],
  });
}
