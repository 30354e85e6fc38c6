/** The service as an agent beside an engine reaches it: over HTTP, with a key. */
import type { Readable } from "node:stream";
import { type AgentService, type Render, type Said, ServiceProblem } from "./agent.ts";
import type { SilenceChanges } from "./alert-side.ts";
import { createReporter } from "./report-in-parts.ts";

/** What is needed of a client: calls of the service's JSON API that throw where the answer is no success. */
export interface ServiceClient {
  call(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
  changed(path: string, etag: string | undefined): Promise<Record<string, unknown> | undefined>;
  download(path: string): Promise<Readable>;
}

/** What the service answers of a rendering, without what is in its files. */
interface Announced extends Omit<Render, "files"> {
  readonly files: readonly { readonly name: string }[];
}

/**
 * @param client answers the client to use now, so that a key that was exchanged is used from then on
 * @param log is told of reports that the service refused
 * @param instance this agent among those of the connector
 * @param again looks the connector up once more by what people call it, where there is none of its id any more
 */
export function remoteService(
  client: () => ServiceClient,
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
    return (await client().changed(`${path}?contents=false`, etag)) as unknown as Announced | undefined;
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
      const content = await client().download(`${path}/files/${encodeURIComponent(name)}`);
      // It joins the bytes of a character that was cut in two.
      yield* content.setEncoding("utf8");
    } catch (error) {
      throw new ServiceProblem(error instanceof Error ? error.message : String(error));
    }
  }

  return {
    async render(known) {
      const answer = await announced(known).catch(announcedAgain);
      if (answer === undefined) return undefined;
      const files = answer.files.map(({ name }) => ({ name, read: () => readFile(name) }));
      return { ...answer, files, ...(replaces === undefined ? {} : { replaces }) };
    },
    async acknowledge(said: Said) {
      await client().call("PUT", `${path}/applied`, { ...said, instance });
    },
    async exchangeSilences(silences) {
      return (await client().call("PUT", `${path}/silences`, { silences })) as unknown as SilenceChanges;
    },
    async reportAlerts(since, alerts, settled) {
      await client().call("PUT", `${path}/alerts`, { since, settled, alerts });
    },
    report: createReporter((part) => client().call("PUT", "/api/v1/state", part), log),
  };
}

function pathOf(connectorId: string): string {
  return `/api/v1/render/${encodeURIComponent(connectorId)}`;
}

function isNotFound(error: unknown): boolean {
  return error instanceof Error && "status" in error && error.status === 404;
}
