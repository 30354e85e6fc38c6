# A block for each service. Copy one, and change what differs.

module "checkout" {
  source = "./modules/service"

  name           = "checkout"
  team_id        = orgconfig_team.payments.id
  data_source_id = orgconfig_data_source.metrics.id
  pager          = { id = orgconfig_outbound_config.pager.id }
  freeze_until   = var.freeze_until

  availability = {
    good_query     = "sum(rate(http_requests_total{service=\"checkout\",code!~\"5..\"}[5m]))"
    total_query    = "sum(rate(http_requests_total{service=\"checkout\"}[5m]))"
    target_percent = 99.9
  }

  latency = {
    query          = "histogram_quantile(0.95, sum by (le) (rate(http_request_duration_seconds_bucket{service=\"checkout\"}[5m])))"
    below_seconds  = 0.5
    target_percent = 99
  }
}

module "storefront" {
  source = "./modules/service"

  name           = "storefront"
  team_id        = orgconfig_team.platform.id
  data_source_id = orgconfig_data_source.metrics.id
  freeze_until   = var.freeze_until

  availability = {
    good_query  = "sum(rate(http_requests_total{service=\"storefront\",code!~\"5..\"}[5m]))"
    total_query = "sum(rate(http_requests_total{service=\"storefront\"}[5m]))"
  }
}
