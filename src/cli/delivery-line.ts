/** What is said of a receiver that may not get what is sent to it. */

interface Delivery {
  readonly status: string;
  readonly since: string | null;
  readonly reason: string | null;
}

/** @returns undefined where the last message to it arrived, and no way to a person fails */
export function deliveryLine(target: string, { status, since, reason }: Delivery): string | undefined {
  if (status === "ok") return reason === null ? undefined : `${target} is reached: ${reason}`;
  const from = since === null ? "" : ` since ${since}`;
  return `${target} is ${status}${from}${reason === null ? "" : `: ${reason}`}`;
}
