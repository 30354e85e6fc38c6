# Who is on call. People are members of the organization, by their addresses: the apply warns of each who is not.

# The first two take weeks in turn. From Monday to Friday, nine to five, whoever has the day takes alerts.
resource "orgconfig_on_call_rota" "payments" {
  name     = "Payments"
  timezone = "Europe/Berlin"
  team_id  = orgconfig_team.payments.id

  rotations = [
    {
      name      = "Weeks"
      role      = "primary"
      turns     = [for email in var.payments_people : { people = [email] }]
      starts_on = "2026-01-05"
      handover  = { unit = "weeks", weekday = "mon", at = "09:00" }
    },
    # Of the rotations of a role the last one that covers a moment decides.
    {
      name      = "By day"
      role      = "primary"
      turns     = [for email in var.payments_people_by_day : { people = [email] }]
      starts_on = "2026-01-05"
      handover  = { unit = "days", at = "09:00" }
      hours     = [{ days = ["mon", "tue", "wed", "thu", "fri"], start = "09:00", end = "17:00" }]
    },
    # The same turns one on: who is secondary now is primary next week.
    {
      name      = "Second"
      role      = "secondary"
      turns     = [for email in var.payments_people : { people = [email] }]
      starts_on = "2026-01-05"
      handover  = { unit = "weeks", weekday = "mon", at = "09:00" }
      offset    = 1
    },
  ]

  must_cover = { always = true }
}

# Follows the sun, eight hours in each office. A rota has one time zone: in UTC the offices meet at the same moment on
# every day of the year, and their own clocks show another hour in summer.
resource "orgconfig_on_call_rota" "platform" {
  name     = "Platform"
  timezone = "UTC"
  team_id  = orgconfig_team.platform.id

  rotations = [for office in var.offices : {
    name      = office.name
    role      = "primary"
    turns     = [for email in office.people : { people = [email] }]
    starts_on = "2026-01-05"
    handover  = { unit = "weeks", weekday = office.weekday, at = office.start }
    hours     = [{ start = office.start, end = office.end }]
  }]

  must_cover = { always = true }
}
