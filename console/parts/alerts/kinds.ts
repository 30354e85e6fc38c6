/** The kinds whose rows say what becomes of an alert, for the pages that lead to them. */
export const alertingKinds = {
  route: "alert_routes",
  rule: "outbound_rules",
  mute: "alert_mutes",
  connector: "connectors",
} as const;
