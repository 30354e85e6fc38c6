# Plans the whole set-up without a service: the provider is a mock that knows the schema and nothing else.

mock_provider "orgconfig" {}

variables {
  pager_key = "not a key"
}

run "the_whole_set_up" {
  command = plan

  assert {
    condition     = orgconfig_data_source.metrics.url == "https://prometheus.example.com"
    error_message = "Queries go to prometheus_url."
  }

  assert {
    condition     = orgconfig_alert_route.rest.position > 20
    error_message = "The last route comes after those of the services."
  }

  assert {
    condition     = orgconfig_alert_route.rest.matchers == tolist(["alertname=~\".*\""])
    error_message = "The last route takes every alert, also one without a severity."
  }
}
