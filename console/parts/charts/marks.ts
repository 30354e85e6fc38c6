/** What a chart has next to its figures: levels that matter, and what happened at a moment. */

/** A level of the figures, such as a target. */
export interface Level {
  readonly value: number;
  readonly label: string;
  readonly tone: "bad" | "warn";
}

/** What happened at a moment: each sort has a shape of its own, as colour never stands alone. */
export interface Mark {
  readonly what: "alert" | "change" | "deploy";
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly title: string;
}

/** As the chart draws them. */
export const signs: Readonly<Record<Mark["what"], string>> = { alert: "▲", change: "◆", deploy: "●" };
