output "slo_ids" {
  description = "The ids of the service's SLOs, by name."
  value = merge(
    { availability = orgconfig_slo.availability.id },
    { for slo in orgconfig_slo.latency : slo.name => slo.id },
  )
}
