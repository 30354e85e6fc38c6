resource "orgconfig_notification_settings" "this" {
  recipients   = ["sre@example.com"]
  muted_events = ["investigation_completed"]
}
