resource "orgconfig_status_page_component" "shop" {
  name = "Shop"
}

resource "orgconfig_status_page_incident" "upgrade" {
  title           = "Database upgrade"
  status          = "scheduled"
  impact          = "maintenance"
  component_ids   = [orgconfig_status_page_component.shop.id]
  body            = "The shop is read-only for an hour."
  external_id     = "CHG-1024"
  scheduled_for   = "2099-03-01T02:00:00Z"
  scheduled_until = "2099-03-01T03:00:00Z"
}
