resource "orgconfig_team" "platform" {
  name = "platform"
}

resource "orgconfig_team_member" "ada" {
  team_id = orgconfig_team.platform.id
  email   = "ada@example.com"
}
