/** Kinds that a page or a link is about by name. What else differs from kind to kind stands in special.ts. */
export const kindNames = {
  absence: "absences",
  behaviourTest: "behaviour_tests",
  changePolicy: "change_policies",
  component: "status_page_components",
  dataSource: "data_sources",
  deployPolicy: "deploy_policies",
  /** Its rows are engines, among other systems. */
  connector: "connectors",
  heartbeat: "alert_heartbeats",
  incident: "status_page_incidents",
  mute: "alert_mutes",
  /** The setting that holds the organization's time zone. */
  organization: "organization_settings",
  notifications: "notification_settings",
  route: "alert_routes",
  rota: "on_call_rotas",
  override: "on_call_overrides",
  rule: "outbound_rules",
  sli: "slis",
  serviceBinding: "service_bindings",
  slo: "slos",
  statusPage: "status_page_settings",
  syntheticCheck: "synthetic_checks",
  target: "outbound_configs",
  team: "teams",
  teamMember: "team_members",
} as const;
