/** What the next act is about something that needs somebody, by what it is. */
import type { AttentionItem, AttentionSection } from "../api/attention-shapes.ts";

/** The words of a kind's own parts of the overview; the others are called by their kind. */
export const needTitles: Readonly<Record<string, string>> = {
  alerts: "Open alerts",
  deploy_policies: "Closed deploy gates",
  slos: "Budgets at risk",
  status_page_incidents: "Incidents",
  synthetic_checks: "Failing checks",
  certificate_monitors: "Certificates",
  connectors: "Failing connectors",
  data_sources: "Failing data sources",
  outbound_configs: "Failing outbound targets",
  prompt_templates: "Prompts to review",
};

/** What people do next, on the page of the row itself. */
export function nextAct({ resource, state }: AttentionItem, section: AttentionSection["section"]): string {
  if (section === "decisions") return "Review";
  if (section === "unmeasured") return state === "unknown" ? "See the engines" : "Connect an engine";
  if (section === "gates") return state === "frozen" ? "See the freeze" : "See the gate";
  return nextActs[resource] ?? "Open";
}

const nextActs: Readonly<Record<string, string>> = {
  slos: "See what burns",
  status_page_incidents: "Post an update",
  connectors: "Test it",
  data_sources: "Test it",
  outbound_configs: "Test it",
  certificate_monitors: "See the certificate",
};
