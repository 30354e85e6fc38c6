/** The service as an agent beside an engine reaches it: over HTTP, with a key. */
import type { AgentService, Render, Said } from "./agent.ts";
import { createReporter } from "./report-in-parts.ts";

/** What is needed of a client: calls of the service's JSON API that throw where the answer is no success. */
export interface ServiceClient {
  call(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
  changed(path: string, etag: string | undefined): Promise<Record<string, unknown> | undefined>;
}

/**
 * @param client answers the client to use now, so that a key that was exchanged is used from then on
 * @param log is told of reports that the service refused
 */
export function remoteService(
  client: () => ServiceClient,
  connectorId: string,
  log: (message: string) => void,
): AgentService {
  const path = `/api/v1/render/${encodeURIComponent(connectorId)}`;
  return {
    async render(known) {
      const etag = known === undefined ? undefined : `"${known}"`;
      return (await client().changed(path, etag)) as unknown as Render | undefined;
    },
    async acknowledge(said: Said) {
      await client().call("PUT", `${path}/applied`, said);
    },
    report: createReporter((part) => client().call("PUT", "/api/v1/state", part), log),
  };
}
