/** What get_attention answers. */
export interface AttentionItem {
  readonly resource: string;
  readonly id: string;
  readonly name: string;
  /** How many rows it stands for. */
  readonly rows: number;
  readonly tone: "bad" | "warning";
  readonly state: string;
  readonly why: string | null;
  readonly since: string | null;
  readonly team_ids: readonly string[];
}

export interface AttentionSection {
  readonly section:
    | "alerts"
    | "gates"
    | "states"
    | "drills"
    | "on_call"
    | "decisions"
    | "unmeasured"
    /** Of proposals; the service counts them among the decisions. */
    | "proposals"
    | "audit";
  readonly resource: string;
  readonly total: number;
  readonly data: readonly AttentionItem[];
}
