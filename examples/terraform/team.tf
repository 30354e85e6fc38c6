resource "orgconfig_team" "platform" {
  name = "platform"
}
