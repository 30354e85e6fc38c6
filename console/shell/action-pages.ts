/** Where an action that is no verb over rows is done: the page under an organization's address. */
export const actionPages: Readonly<Record<string, string>> = {
  list_audit_log: "audit",
  export_configuration: "export",
  plan_changes: "plans",
  list_plans: "plans",
  get_plan: "plans",
  apply_plan: "plans",
  undo_plan: "plans",
  get_drift: "plans",
  rotate_aws_external_id: "settings/aws_external_id",
  resolve_deploy_gate: "settings/deploy_policies",
  override_deploy_gate: "settings/deploy_policies",
  clear_deploy_override: "settings/deploy_policies",
  emit_event: "settings/notification_settings",
  resolve_prompt: "settings/prompt_templates",
  resolve_service_bindings: "settings/service_bindings",
};
