/** The service as an agent beside an engine reaches it: over HTTP, with a key. */
import type { StateReport } from "../backends/read-back.ts";
import type { AgentService, Render, Said } from "./agent.ts";

/** What is needed of a client: calls of the service's JSON API that throw where the answer is no success. */
export interface ServiceClient {
  call(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
  changed(path: string, etag: string | undefined): Promise<Record<string, unknown> | undefined>;
}

/** Most reports that the service takes in one call. */
const maxReports = 500;

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
  /** What was refused the last time: each refusal is said once, until it is over. */
  let known: ReadonlySet<string> = new Set();
  return {
    async render(known) {
      const etag = known === undefined ? undefined : `"${known}"`;
      return (await client().changed(path, etag)) as unknown as Render | undefined;
    },
    async acknowledge(said: Said) {
      await client().call("PUT", `${path}/applied`, said);
    },
    async report(reports: readonly StateReport[]) {
      const refusals = new Set<string>();
      for (let start = 0; start < reports.length; start += maxReports) {
        const body = { reports: reports.slice(start, start + maxReports) };
        const { refused } = (await client().call("PUT", "/api/v1/state", body)) as {
          refused: readonly { readonly kind: string; readonly id: string; readonly message: string }[];
        };
        for (const { kind, id, message } of refused)
          refusals.add(`${kind}/${id} was not reported: ${message}`);
      }
      for (const refusal of refusals) if (!known.has(refusal)) log(refusal);
      known = refusals;
    },
  };
}
