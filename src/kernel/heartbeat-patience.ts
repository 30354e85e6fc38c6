/** Whether a heartbeat waits long enough for how often its signals come. */

/** An agent reports every five minutes what its engine has open, and a report takes its time. */
const agentMinutes = 6;

export interface Waiting {
  readonly matchers: readonly unknown[];
  /** Null where a schedule says when. */
  readonly every_minutes: number | null;
  readonly grace_minutes: number;
}

/** What every_minutes with grace_minutes is, where alerts are its signals and it waits too short; undefined where it does not. */
export function impatience({ matchers, every_minutes, grace_minutes }: Waiting): string | undefined {
  if (matchers.length === 0 || every_minutes === null) return undefined;
  if (every_minutes + grace_minutes > agentMinutes) return undefined;
  return `shorter than the ${agentMinutes} minutes between two reports of an agent: it is missing again and again unless a route repeats the alert more often`;
}
