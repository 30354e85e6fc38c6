# What one service promises, who is informed when it does not hold, and what holds its deploys.

resource "orgconfig_sli" "availability" {
  name           = "availability"
  service        = var.name
  kind           = "ratio"
  data_source_id = var.data_source_id
  good_query     = var.availability.good_query
  total_query    = var.availability.total_query
}

resource "orgconfig_slo" "availability" {
  name           = "availability"
  service        = var.name
  sli_id         = orgconfig_sli.availability.id
  target_percent = var.availability.target_percent
  team_id        = var.team_id
}

resource "orgconfig_sli" "latency" {
  count = var.latency == null ? 0 : 1

  name            = "latency"
  service         = var.name
  kind            = "threshold"
  data_source_id  = var.data_source_id
  threshold_query = var.latency.query
  threshold_op    = "lt"
  threshold_value = var.latency.below_seconds
}

resource "orgconfig_slo" "latency" {
  count = var.latency == null ? 0 : 1

  name           = "latency"
  service        = var.name
  sli_id         = orgconfig_sli.latency[0].id
  target_percent = var.latency.target_percent
  team_id        = var.team_id
}

resource "orgconfig_alert_route" "critical" {
  count = var.pager == null ? 0 : 1

  name           = "${var.name}: critical"
  position       = 10
  matchers       = ["service=\"${var.name}\"", "severity=\"critical\""]
  destinations   = [{ outbound_config_id = var.pager.id }, { team_id = var.team_id }]
  group_by       = ["alertname"]
  owning_team_id = var.team_id
}

resource "orgconfig_alert_route" "other" {
  name           = "${var.name}: other"
  position       = 20
  matchers       = ["service=\"${var.name}\""]
  destinations   = [{ team_id = var.team_id }]
  group_by       = ["alertname"]
  owning_team_id = var.team_id
}

resource "orgconfig_deploy_policy" "this" {
  service                = var.name
  error_budget_threshold = var.budget_threshold_percent
  freeze_until           = var.freeze_until
  freeze_reason          = var.freeze_until == null ? null : "All deploys are frozen."
}
