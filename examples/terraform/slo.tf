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

resource "orgconfig_slo" "availability" {
  name           = "availability"
  service        = "checkout"
  sli_id         = orgconfig_sli.availability.id
  target_percent = 99.9

  burn_alerts = [
    { long_minutes = 60, short_minutes = 5, threshold = 14.4, severity = "critical" },
    { long_minutes = 4320, short_minutes = 360, threshold = 1, severity = "warning" },
  ]
}
