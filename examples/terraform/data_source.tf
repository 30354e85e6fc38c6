resource "orgconfig_data_source" "metrics" {
  name       = "metrics"
  type       = "prometheus"
  url        = "https://prometheus.example.com"
  is_default = true
}
