# The module of one service by itself, also without a service to ask.

mock_provider "orgconfig" {}

variables {
  name           = "search"
  team_id        = "team_1"
  data_source_id = "ds_1"
  pager          = { id = "outc_1" }

  availability = {
    good_query  = "good"
    total_query = "total"
  }
}

run "promises_availability_alone" {
  command = plan

  module {
    source = "./modules/service"
  }

  assert {
    condition     = orgconfig_slo.availability.target_percent == 99.5
    error_message = "99.5 percent is what a service promises unless it says otherwise."
  }

  assert {
    condition     = length(orgconfig_slo.latency) == 0
    error_message = "Without latency there is no SLO of it."
  }
}

run "pages_for_critical_alerts" {
  command = plan

  module {
    source = "./modules/service"
  }

  assert {
    condition     = contains(orgconfig_alert_route.critical[0].matchers, "service=\"search\"")
    error_message = "A service's routes take its own alerts alone."
  }

  assert {
    condition     = orgconfig_alert_route.critical[0].position < orgconfig_alert_route.other.position
    error_message = "Critical alerts are looked at first."
  }
}

run "holds_deploys_in_a_freeze" {
  command = plan

  module {
    source = "./modules/service"
  }

  variables {
    freeze_until = "2099-01-02T06:00:00Z"
  }

  assert {
    condition     = orgconfig_deploy_policy.this.freeze_reason == "All deploys are frozen."
    error_message = "A freeze says why."
  }
}

run "leaves_an_error_budget" {
  command = plan

  module {
    source = "./modules/service"
  }

  variables {
    availability = {
      good_query     = "good"
      total_query    = "total"
      target_percent = 100
    }
  }

  expect_failures = [var.availability]
}
