/** The events that the service mails about, by the category whose toggle silences them (specification "Events"). */
export const eventCategories = {
  incidents: ["alert_created", "investigation_completed", "investigation_failed", "status_incident"],
  automation: ["automation_approval", "automation_completed", "automation_failed"],
  security: ["security_finding", "quota_warning", "integration_failing"],
  slo: ["slo_breach", "slo_budget", "slo_burn_rate", "slo_tracking_failure"],
} as const;

export type EventCategory = keyof typeof eventCategories;
export type EventKey = (typeof eventCategories)[EventCategory][number];

export const eventKeys: readonly EventKey[] = Object.values(eventCategories).flat().sort();
