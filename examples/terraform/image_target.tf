resource "orgconfig_image_target" "shop" {
  image        = "ghcr.io/acme/shop"
  tag_pattern  = "release-*"
  service      = "shop"
  min_severity = "critical"
}
