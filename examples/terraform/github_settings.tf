variable "github_private_key" {
  type      = string
  sensitive = true
  ephemeral = true
}

resource "orgconfig_github_settings" "this" {
  app_id               = "12345"
  installation_id      = "67890"
  repository_selection = "selected"
  repositories         = ["acme/shop"]

  private_key_wo         = var.github_private_key
  private_key_wo_version = 1
}
