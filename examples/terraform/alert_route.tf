resource "orgconfig_team" "platform" {
  name = "platform"
}

resource "orgconfig_alert_route" "critical" {
  name     = "critical"
  matchers = ["severity=\"critical\"", "service=~\"checkout|cart\""]

  destinations = [
    { team_id = orgconfig_team.platform.id },
    { email = "oncall@example.com" },
  ]

  group_by       = ["service"]
  owning_team_id = orgconfig_team.platform.id
}
