/** What the database cannot describe itself: what is in its JSON, and which texts a column holds (scripts/generate-queries.ts). */

/** What an engine may be asked for, one probe of a row, as the rendering has it that the engine runs. */
export interface AcknowledgedTarget {
  readonly probe: string;
  readonly authorized: boolean;
  readonly group: {
    readonly targets: readonly string[];
    readonly labels: Readonly<Record<string, string>>;
  };
}

/** By table and column, one a line. Every query of this feature that answers the column has the type. */
export interface Columns {
  "render_acknowledgements.lost": "engine" | "probes";
  "render_acknowledgements.targets": readonly AcknowledgedTarget[];
}
