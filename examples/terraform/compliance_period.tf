resource "orgconfig_compliance_period" "soc2" {
  name      = "SOC 2 2027"
  framework = "soc2_type2"
  starts_on = "2027-01-01"
  ends_on   = "2027-12-31"
}
