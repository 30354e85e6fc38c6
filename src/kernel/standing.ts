/** Whether what is sent to a receiver arrives. */
export const standings = ["ok", "failing", "off", "unsent", "unknown"] as const;

export type Standing = {
  readonly status: (typeof standings)[number];
  /** RFC 3339. */
  readonly since: string | null;
  readonly reason: string | null;
};
