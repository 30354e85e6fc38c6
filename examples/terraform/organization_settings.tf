resource "orgconfig_team" "platform" {
  name = "platform"
}

resource "orgconfig_organization_settings" "this" {
  name                  = "Acme"
  timezone              = "Europe/Berlin"
  security_contacts     = ["security@example.com"]
  default_team_id       = orgconfig_team.platform.id
  key_max_lifetime_days = 90
}
