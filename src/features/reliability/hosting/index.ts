/** The agents of connectors that ask the service itself to run them. */
import { randomUUID } from "node:crypto";
import type { Feature, KindHooks } from "../../../engine/feature.ts";
import type { ConfigurationOperations } from "../../../engine/operation.ts";
import type { StoredRow } from "../../../engine/ports/rows.ts";
import { completed } from "../../../engine/render.ts";
import { sameJson } from "../../../kernel/equal.ts";
import { rendererFor } from "../../../renderers/index.ts";
import { connectors } from "../../../resources/connectors.ts";
import type { HttpTransport } from "../../../transports/port.ts";
import type { Ground } from "../../ground.ts";
import type { Identity } from "../../identity/index.ts";
import { hostedInstance, type Renderer, type Rendering } from "../rendering/index.ts";
import { createHostedEngines } from "./engines.ts";
import { HostedLoops } from "./hosting.ts";
import { createHostingStore } from "./store.ts";
import { createWrittenCredentials } from "./written-credentials.ts";

export interface HostingNeeds {
  readonly identity: Pick<Identity, "store">;
  readonly renderer: Renderer;
  readonly rendering: Pick<Rendering, "connectorWritten">;
  /** What agents call. */
  readonly operations: ConfigurationOperations;
  /** For engines alone; it is closed with them. */
  readonly http: HttpTransport;
}

export function createHosting(ground: Ground, needs: HostingNeeds): Feature {
  const { vault, settings } = ground;
  const { renderer, rendering, operations, http } = needs;
  const directory = settings.engineDirectory;
  const hosted = createHostingStore(ground.database);
  const holder = randomUUID();
  const written = createWrittenCredentials({ hosted, vault, directory, holder });
  const openEngine = createHostedEngines({ vault, credentials: renderer.credentials, written, directory });
  const { organizations } = needs.identity.store;
  const loops = new HostedLoops({
    ...ground,
    operations,
    http,
    hosted,
    holder,
    written,
    organizations,
    openEngine,
  });
  return {
    name: "hosting",
    kinds: {
      [connectors.kind]: {
        follows: ({ before, after }) => !sameJson(runOf(before), runOf(after)),
        async onWrite(writer, call, written) {
          await rendering.connectorWritten(writer, call, written);
          const { before, after } = written;
          const organizationId = call.caller.organization.id;
          const connectorId = (after ?? before)?.id ?? "";
          const listed = after !== undefined && isHosted(after);
          await hosted.setListed(writer, { organizationId, connectorId }, listed);
          if (before !== undefined && after !== undefined && runsHere(before) && !runsHere(after))
            await renderer.store.in(writer).depart(organizationId, connectorId, hostedInstance);
        },
      } satisfies KindHooks<typeof connectors>,
    },
    background: [loops.background],
    async close() {
      await loops.stop();
      await http.close();
    },
  };
}

/** What of a connector decides whether anything is rendered for it, and who brings that to the engine. */
function runOf(row: StoredRow | undefined) {
  return row === undefined ? null : [completed(connectors, row.configuration).enabled, runsHere(row)];
}

/** Whether the service itself brings to the engine what is rendered for it. */
function isHosted(row: StoredRow): boolean {
  return completed(connectors, row.configuration).enabled && runsHere(row);
}

function runsHere({ configuration }: StoredRow): boolean {
  const { connector_type, metadata } = completed(connectors, configuration);
  return metadata.run_in === "service" && rendererFor(connector_type) !== undefined;
}
