/** Reports go to the service in parts of the size that it takes in one call. */
import type { StateReport } from "./agent.ts";

const maxReports = 500;

/** A report that the service did not take. */
interface Refused {
  readonly kind: string;
  readonly id: string;
  readonly message: string;
}

/**
 * @param send makes the call `report_states`, and answers its body
 * @param log is told of reports that the service refused
 */
export async function reportInParts(
  reports: readonly StateReport[],
  send: (part: { readonly reports: readonly StateReport[] }) => Promise<Readonly<Record<string, unknown>>>,
  log: (message: string) => void,
): Promise<void> {
  for (let start = 0; start < reports.length; start += maxReports) {
    const { refused } = (await send({ reports: reports.slice(start, start + maxReports) })) as {
      refused: readonly Refused[];
    };
    for (const { kind, id, message } of refused) log(`${kind}/${id} was not reported: ${message}`);
  }
}
