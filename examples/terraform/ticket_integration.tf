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
