resource "orgconfig_outbound_config" "room" {
  name    = "room"
  kind    = "email"
  address = "room@example.com"
}

resource "orgconfig_outbound_rule" "office_hours" {
  name               = "office hours"
  outbound_config_id = orgconfig_outbound_config.room.id
  matchers           = ["severity=\"warning\""]
  delay_seconds      = 300

  active_hours = {
    days     = ["mon", "tue", "wed", "thu", "fri"]
    start    = "09:00"
    end      = "17:00"
    timezone = "Europe/Berlin"
  }
}
