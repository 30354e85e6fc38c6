# Makes the whole set-up in the organization of ORGCONFIG_KEY, changes it, and deletes it again. Use one that
# is there for tests: rows of the same names make it fail.

variables {
  pager_key = "not a key"
}

run "is_made" {
  assert {
    condition     = length(output.slo_ids.checkout) == 2 && length(output.slo_ids.storefront) == 1
    error_message = "Each service has the SLOs that it promises."
  }

  assert {
    condition     = orgconfig_outbound_config.pager.secret_set
    error_message = "The pager's key is stored."
  }

  assert {
    condition     = length(output.rota_ids) == 2
    error_message = "Both teams have a rota."
  }
}

run "is_frozen" {
  variables {
    freeze_until = "2099-01-02T06:00:00Z"
  }

  assert {
    condition     = output.slo_ids == run.is_made.slo_ids
    error_message = "A freeze changes no SLO."
  }
}

run "is_settled" {
  command = plan

  variables {
    freeze_until = "2099-01-02T06:00:00Z"
  }

  # A row that is to change has an updated_at that nobody knows yet.
  assert {
    condition     = output.slo_ids == run.is_made.slo_ids && orgconfig_team.payments.updated_at != null
    error_message = "A second plan finds nothing to do."
  }
}
