resource "orgconfig_deploy_policy" "checkout" {
  service                = "checkout"
  error_budget_threshold = 5
  freeze_until           = "2099-01-02T06:00:00Z"
  freeze_reason          = "Holidays"
}
