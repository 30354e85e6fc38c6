resource "orgconfig_alert_mute" "migration" {
  pattern          = "service=checkout"
  reason           = "Database migration, see the change calendar."
  duration_minutes = 120
}
