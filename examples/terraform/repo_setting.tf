resource "orgconfig_repo_setting" "shop" {
  repository   = "acme/shop"
  branch       = "main"
  write_fence  = ["src/**", "test/**"]
  test_command = "npm test"
}
