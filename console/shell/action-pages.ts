/** Where an action that is no verb over rows is done: the page under an organization's address. */
import { special } from "../kinds/special.ts";

export const actionPages: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(special).flatMap(([kind, { actions = [] }]) =>
      actions.map((action) => [action, `settings/${kind}`]),
    ),
  ),
  get_attention: "",
  get_timeline: "",
  get_activity: "",
  list_audit_log: "changes",
  export_configuration: "export",
  plan_changes: "plans",
  replay: "plans",
  list_plans: "plans",
  get_plan: "plans",
  apply_plan: "plans",
  undo_plan: "plans",
  get_drift: "plans",
  preview_migration: "move-in",
  list_services: "services",
  get_service: "services",
  get_service_notified: "services",
  list_alerts: "alerts",
  get_alert: "alerts",
  acknowledge_alert: "alerts",
  resolve_alert: "alerts",
  explain_notification: "alerts",
  preview_alert_mute: "alerts",
  get_alert_flow: "notified",
  start_drill: "drills",
  get_drill: "drills",
  list_drills: "drills",
};
