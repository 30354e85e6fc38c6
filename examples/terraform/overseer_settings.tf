resource "orgconfig_team" "platform" {
  name = "platform"
}

resource "orgconfig_overseer_settings" "this" {
  enabled          = true
  autonomy         = "approve"
  approver_team_id = orgconfig_team.platform.id
}
