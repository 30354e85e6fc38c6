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

run "on_call" {
  command = plan

  assert {
    condition     = [for turn in orgconfig_on_call_rota.payments.rotations[2].turns : turn.people] == [for turn in orgconfig_on_call_rota.payments.rotations[0].turns : turn.people]
    error_message = "The secondary has the turns of the primary."
  }

  assert {
    condition     = orgconfig_on_call_rota.payments.rotations[2].offset == 1
    error_message = "The secondary is the next primary."
  }

  assert {
    condition     = orgconfig_on_call_rota.platform.rotations[*].handover.at == orgconfig_on_call_rota.platform.rotations[*].hours[0].start
    error_message = "In each office a week begins with its hours."
  }
}

run "leaves_no_hour_between_offices" {
  command = plan

  variables {
    offices = [
      { name = "Sydney", start = "22:00", end = "06:00", people = ["eve@example.com"] },
      { name = "Berlin", start = "07:00", end = "22:00", people = ["gus@example.com"] },
    ]
  }

  expect_failures = [var.offices]
}
