/**
 * Every call that the console makes, and nothing beside them: a test finds each in the OpenAPI description,
 * and no other file speaks to the service.
 */
export const calls = {
  sign_in: { method: "POST", path: "/api/v1/session" },
  get_session: { method: "GET", path: "/api/v1/session" },
  sign_out: { method: "DELETE", path: "/api/v1/session" },
  get_invitation: { method: "GET", path: "/api/v1/invitations/{token}" },
  accept_invitation: { method: "POST", path: "/api/v1/invitations/{token}" },
  get_reset: { method: "GET", path: "/api/v1/resets/{token}" },
  complete_reset: { method: "POST", path: "/api/v1/resets/{token}" },
  get_account: { method: "GET", path: "/api/v1/account" },
  update_account: { method: "PATCH", path: "/api/v1/account" },
  change_password: { method: "POST", path: "/api/v1/account/password" },
  list_sessions: { method: "GET", path: "/api/v1/account/sessions" },
  revoke_session: { method: "DELETE", path: "/api/v1/account/sessions/{id}" },
  list_tokens: { method: "GET", path: "/api/v1/account/tokens" },
  create_token: { method: "POST", path: "/api/v1/account/tokens" },
  revoke_token: { method: "DELETE", path: "/api/v1/account/tokens/{id}" },
  list_api_keys: { method: "GET", path: "/api/v1/organizations/{org}/api_keys" },
  create_api_key: { method: "POST", path: "/api/v1/organizations/{org}/api_keys" },
  revoke_api_key: { method: "DELETE", path: "/api/v1/organizations/{org}/api_keys/{id}" },
  list_members: { method: "GET", path: "/api/v1/organizations/{org}/members" },
  add_member: { method: "POST", path: "/api/v1/organizations/{org}/members" },
  update_member: { method: "PATCH", path: "/api/v1/organizations/{org}/members/{user_id}" },
  remove_member: { method: "DELETE", path: "/api/v1/organizations/{org}/members/{user_id}" },
  renew_invitation: { method: "POST", path: "/api/v1/organizations/{org}/members/{user_id}/invitation" },
  review_prompt_template: {
    method: "POST",
    path: "/api/v1/organizations/{org}/prompt_templates/{id}/review",
  },
  count_rows: { method: "GET", path: "/api/v1/organizations/{org}/row_counts" },
  verify_audit_log: { method: "GET", path: "/api/v1/organizations/{org}/audit/verification" },
  call_action: { method: "POST", path: "/api/v1/organizations/{org}/actions/{action}" },
} as const;

export type CallName = keyof typeof calls;

/** The actions that hand-made pages call by name; generated pages take theirs from the definitions. */
export const namedActions = {
  listAudit: "list_audit_log",
  export: "export_configuration",
  resolveGate: "resolve_deploy_gate",
  overrideGate: "override_deploy_gate",
  clearOverride: "clear_deploy_override",
  resolvePrompt: "resolve_prompt",
  resolveBindings: "resolve_service_bindings",
  emitEvent: "emit_event",
  rotateExternalId: "rotate_aws_external_id",
  testConnector: "test_connector",
  testDataSource: "test_data_source",
  testQuery: "test_query",
  planChanges: "plan_changes",
  getPlan: "get_plan",
  listPlans: "list_plans",
  applyPlan: "apply_plan",
  undoPlan: "undo_plan",
  getDrift: "get_drift",
  rowHistory: "row_history",
  restoreRow: "restore_row",
  listRenders: "list_renders",
  getRender: "get_render",
} as const;
