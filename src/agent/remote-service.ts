/** The service as an agent next to an engine reaches it: over HTTP, with a key. */
import type { Readable } from "node:stream";
import type { Method, Shape } from "../client/client.ts";
import type { DrillAlert, SilenceChanges } from "./alert-side.ts";
import { type Acknowledgement, type AgentService, messageOf, type Render, ServiceProblem } from "./engine.ts";
import { createReporter } from "./report-in-parts.ts";

/** What is needed of a client: calls of the service's JSON API that throw where the answer is no success. */
export interface ServiceClient {
  call<T>(method: Method, path: string, expects: Shape, sent?: { readonly body: object }): Promise<T>;
  changed<T>(path: string, etag: string | undefined, expects: Shape): Promise<T | undefined>;
  download(path: string, mediaType: string): Promise<Readable>;
}

/** What the service answers of a rendering, without what is in its files. */
interface Announced extends Omit<Render, "files"> {
  readonly files: readonly { readonly name: string }[];
}

/** What the agent needs of a rendering; an answer without is not the service's. */
const renderShape: Shape = { connector: "object", digest: "string", files: "list", evaluated: "list" };

const silencesShape: Shape = { at: "string", create: "list", expire: "list" };
interface Drills {
  readonly alerts: readonly DrillAlert[];
}
const drillsShape: Shape = { alerts: "list" };
/** A service of before drills has no such call. */
function noDrills(error: unknown): Drills {
  if (isNotFound(error)) return { alerts: [] };
  throw error;
}
/** As the service sends the files of a rendering. */
const fileType = "application/yaml";

/**
 * @param client reads its key at every call, so that one that was exchanged is used from then on
 * @param log gets the reports that the service refused
 * @param instance this agent among those of the connector
 * @param again looks the connector up once more by what people call it, where there is none of its id any more
 */
export function remoteService(
  client: ServiceClient,
  connectorId: string,
  instance: string,
  log: (message: string) => void,
  again: () => Promise<string | undefined> = async () => undefined,
): AgentService {
  let id = connectorId;
  let path = pathOf(id);
  /** The connector before, which is gone. */
  let replaces: string | undefined;

  async function announced(known: string | undefined): Promise<Announced | undefined> {
    const etag = known === undefined ? undefined : `"${known}"`;
    return client.changed<Announced>(`${path}?contents=false`, etag, renderShape);
  }

  /** What is rendered for the connector that is called so now. @throws the error where there is no other one */
  async function announcedAgain(error: unknown): Promise<Announced | undefined> {
    const found = isNotFound(error) ? await again() : undefined;
    if (found === undefined || found === id) throw error;
    log(`the connector ${id} is gone; ${found} has its name now`);
    replaces = id;
    id = found;
    path = pathOf(id);
    return announced(undefined);
  }

  async function* readFile(name: string): AsyncIterable<string> {
    try {
      const content = await client.download(`${path}/files/${encodeURIComponent(name)}`, fileType);
      // It joins the bytes of a character that was cut in two.
      yield* content.setEncoding("utf8");
    } catch (error) {
      throw new ServiceProblem(messageOf(error));
    }
  }

  return {
    async render(known) {
      const answer = await announced(known).catch(announcedAgain);
      if (answer === undefined) return undefined;
      const files = answer.files.map(({ name }) => ({ name, read: () => readFile(name) }));
      return { ...answer, files, replaces };
    },
    async acknowledge(acknowledgement: Acknowledgement) {
      const { applied } = await client.call<{ readonly applied?: { readonly at?: string } }>(
        "PUT",
        `${path}/applied`,
        { connector_id: "string" },
        { body: { ...acknowledgement, instance } },
      );
      return applied?.at;
    },
    async exchangeSilences(silences) {
      const sent = { body: { silences } };
      return client.call<SilenceChanges>("PUT", `${path}/silences`, silencesShape, sent);
    },
    async exchangeDrills(sent) {
      const asked = client.call<Drills>("PUT", `${path}/drills`, drillsShape, { body: { sent } });
      return (await asked.catch(noDrills)).alerts;
    },
    async answerRange(answer) {
      await client.call("PUT", `${path}/queries`, { taken: "boolean" }, { body: answer });
    },
    async reportAlerts(since, alerts, settled) {
      await client.call("PUT", `${path}/alerts`, { opened: "number" }, { body: { since, settled, alerts } });
    },
    report: createReporter(
      (part) => client.call("PUT", "/api/v1/state", { reported: "number", refused: "list" }, { body: part }),
      log,
    ),
  };
}

function pathOf(connectorId: string): string {
  return `/api/v1/render/${encodeURIComponent(connectorId)}`;
}

function isNotFound(error: unknown): boolean {
  return error instanceof Error && "status" in error && error.status === 404;
}
