resource "orgconfig_change_notification" "audit" {
  name       = "audit"
  channel    = "email"
  recipients = ["audit@example.com"]
  resources  = ["deploy_policies", "organization_settings"]
}
