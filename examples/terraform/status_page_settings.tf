resource "orgconfig_status_page_settings" "this" {
  enabled = true
  slug    = "acme"
  title   = "Acme status"
}
