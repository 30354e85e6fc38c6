variable "pagerduty_key" {
  type      = string
  sensitive = true
  ephemeral = true
}

resource "orgconfig_outbound_config" "pager" {
  name         = "pager"
  kind         = "pagerduty"
  severity_map = { critical = "P1", error = "P2" }

  secret_wo         = var.pagerduty_key
  secret_wo_version = 1
}
