/** Reports go to the service in parts of the size that it takes in one call. */
import type { StateReport } from "../renderers/read-back.ts";

const maxReports = 500;

/** A report that the service did not take. */
interface Refused {
  readonly kind: string;
  readonly id: string;
  readonly message: string;
}

/** Makes the call `report_states`, and answers its body. */
type Send = (part: {
  readonly reports: readonly StateReport[];
}) => Promise<Readonly<Record<string, unknown>>>;

/**
 * Answers a function that sends any number of reports.
 * @param log gets the reports that the service refused: each once, until it is over
 */
export function createReporter(send: Send, log: (message: string) => void) {
  let known: ReadonlySet<string> = new Set();
  return async (reports: readonly StateReport[]): Promise<void> => {
    const refusals = new Set<string>();
    for (let start = 0; start < reports.length; start += maxReports) {
      const { refused } = (await send({ reports: reports.slice(start, start + maxReports) })) as {
        refused: readonly Refused[];
      };
      for (const { kind, id, message } of refused) refusals.add(`${kind}/${id} was not reported: ${message}`);
    }
    for (const refusal of refusals) if (!known.has(refusal)) log(refusal);
    known = refusals;
  };
}
