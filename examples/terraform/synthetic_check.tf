resource "orgconfig_synthetic_check" "shop" {
  name              = "shop"
  kind              = "http"
  target            = "https://shop.example.com/health"
  expected_statuses = [200]
}
