resource "orgconfig_data_source" "metrics" {
  name       = "metrics"
  type       = "prometheus"
  url        = "https://prometheus.example.com"
  is_default = true
}

resource "orgconfig_sli" "availability" {
  name           = "availability"
  service        = "checkout"
  kind           = "ratio"
  data_source_id = orgconfig_data_source.metrics.id
  good_query     = "sum(rate(http_requests_total{service=\"checkout\",code!~\"5..\"}[5m]))"
  total_query    = "sum(rate(http_requests_total{service=\"checkout\"}[5m]))"
}
