variable "slack_bot_token" {
  type      = string
  sensitive = true
  ephemeral = true
}

resource "orgconfig_slack_settings" "this" {
  enabled            = true
  workspace_id       = "T024BE7LD"
  default_channel_id = "C024BE91L"
  event_types        = ["alert_created", "slo_breach"]

  bot_token_wo         = var.slack_bot_token
  bot_token_wo_version = 1
}
