resource "orgconfig_certificate_monitor" "shop" {
  hostname                 = "shop.example.com"
  alert_days_before_expiry = [21, 7, 1]
  min_tls_version          = "1.3"
}
