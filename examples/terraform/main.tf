# What all services share.

resource "orgconfig_team" "platform" {
  name = "Platform"
}

resource "orgconfig_team" "payments" {
  name = "Payments"
}

resource "orgconfig_data_source" "metrics" {
  name       = "Prometheus"
  type       = "prometheus"
  url        = var.prometheus_url
  is_default = true
}

resource "orgconfig_outbound_config" "pager" {
  name = "Pager"
  kind = "pagerduty"

  severity_map = {
    error   = "critical"
    warning = "error"
  }

  secret_wo         = var.pager_key
  secret_wo_version = var.pager_key_version
}

# The last route: whatever no service's own route took. A label that is not there counts as an empty one, so that
# this matcher takes every alert.
resource "orgconfig_alert_route" "rest" {
  name           = "Everything else"
  position       = 1000
  matchers       = ["alertname=~\".*\""]
  destinations   = [{ team_id = orgconfig_team.platform.id }]
  owning_team_id = orgconfig_team.platform.id
}
