/** What people do to a thing by its name, in the palette: a verb, then the thing. */

/** A verb about rows of a kind: it opens the row's page, or its form. */
export interface RowVerb {
  readonly verb: string;
  readonly kind: string;
  readonly search: Readonly<Record<string, string>>;
}

export const rowVerbs: readonly RowVerb[] = [
  { verb: "Freeze deploys of", kind: "deploy_policies", search: { view: "edit" } },
  { verb: "Post an update on", kind: "status_page_incidents", search: {} },
  { verb: "Review", kind: "prompt_templates", search: {} },
  { verb: "Test", kind: "connectors", search: {} },
  { verb: "Test", kind: "data_sources", search: {} },
  { verb: "Test", kind: "outbound_configs", search: {} },
];

/** The verbs about open alerts. */
export const alertVerbs = { acknowledge: "Acknowledge", mute: "Mute" } as const;
