resource "orgconfig_synthetic_check" "shop" {
  name              = "shop"
  kind              = "http"
  target            = "https://shop.example.com/health"
  expected_statuses = [200]
}

resource "orgconfig_status_page_component" "shop" {
  name               = "Shop"
  service            = "shop"
  synthetic_check_id = orgconfig_synthetic_check.shop.id
}
