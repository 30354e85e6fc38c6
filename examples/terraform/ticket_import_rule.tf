resource "orgconfig_ticket_integration" "jira" {
  kind        = "jira"
  name        = "operations"
  base_url    = "https://acme.atlassian.net"
  project_key = "OPS"
  create_on   = ["alert_created"]

  priority_map = {
    critical = "Highest"
    warning  = "Low"
  }
}

resource "orgconfig_ticket_import_rule" "outages" {
  name                  = "outages"
  ticket_integration_id = orgconfig_ticket_integration.jira.id
  query                 = "project = OPS AND labels = outage"
  target                = "incident"
  severity_map          = { Highest = "critical" }
}
