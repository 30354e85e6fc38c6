/** The provider: its own block, and every kind as a resource and a data source. */
import type { Kind } from "../src/kernel/kind.ts";
import { terraformType } from "../src/kernel/terraform.ts";
import { createRows } from "./batch.ts";
import { createClient } from "./client.ts";
import { withHints } from "./configure-hints.ts";
import { dataSourcesOf } from "./data-sources/index.ts";
import { inOneRun } from "./in-one-run.ts";
import { LateDeletes } from "./late-deletes.ts";
import { createLog } from "./log.ts";
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
import {
  type Environment,
  readSettings,
  settingsProblems,
  settingsSchema,
  stillUnknown,
} from "./settings.ts";
import { type Diagnostic, DiagnosticsError } from "./wire/diagnostics.ts";
import type { ProviderServer, ResourceServer } from "./wire/provider.ts";
import { UNKNOWN } from "./wire/values.ts";

export function createProvider(definitions: readonly Kind[], environment: Environment): ProviderServer {
  let session: Session | undefined;
  /** The names of the arguments for which there is no session. */
  let unknown: readonly string[] = [];
  // Terraform starts us in the working directory.
  const dataDirectory = environment.TF_DATA_DIR || ".terraform";

  function current(): Session {
    if (session !== undefined) return session;
    throw new DiagnosticsError([notConfigured(unknown)]);
  }

  function serverOf(definition: Kind): ResourceServer {
    return definition.shape === "setting"
      ? settingServer(definition, () => session, current)
      : collectionServer(definition, current);
  }

  function served(definition: Kind, server: ResourceServer): [string, ResourceServer] {
    const named = inOneRun(definition, namingRows(definition, server), () => session);
    return [terraformType(definition), ofOneOrganization(named, () => session)];
  }

  return withHints({
    schema: settingsSchema,
    resources: Object.fromEntries([
      ...definitions.map((definition) => served(definition, serverOf(definition))),
      served(
        members,
        memberServer(() => session, current),
      ),
    ]),
    dataSources: { ...dataSourcesOf(definitions, current), ...memberDataSources(current) },
    validate: ({ config }) => settingsProblems(config),
    configure: async ({ config, terraformVersion, signal }) => {
      session = undefined;
      unknown = stillUnknown(config);
      if (unknown.length > 0) return [];
      const settings = readSettings(config, environment);
      if (Array.isArray(settings)) return settings;
      const log = createLog(environment);
      const connect = (apiKey: string) =>
        createClient({ ...settings, apiKey, terraformVersion, log, stopping: signal });
      const client = connect(settings.apiKey);
      const { operatorToken } = settings;
      const organization = await askOrganization(client, signal);
      const wrong = guardProblems({ organization: settings.organization ?? null }, organization);
      if (wrong.length === 0) {
        session = {
          organization,
          client,
          proposes: settings.propose,
          ...(operatorToken && { operator: operatorToken === UNKNOWN ? UNKNOWN : connect(operatorToken) }),
          rows: createRows(client),
          notes: createPlanNotes(dataDirectory),
          defaults: createDefaults(),
          deletes: new LateDeletes(dataDirectory, signal),
        };
      }
      return wrong;
    },
    finish: async () => (await session?.deletes.finish()) ?? [],
  });
}

/** @param unknown the names of the arguments that are not known yet; none where configuring was refused */
function notConfigured(unknown: readonly string[]): Diagnostic {
  if (unknown.length === 0)
    return error(
      "The provider is not configured",
      "Correct what was said of its arguments before, and plan again.",
    );
  const come = unknown.length === 1 ? "comes" : "come";
  const detail = `${unknown.join(" and ")} ${come} from something that is made in this very run. Apply that first (terraform apply -target=…), then plan the rest.`;
  return error("The provider's arguments are not known yet", detail);
}
