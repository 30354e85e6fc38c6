output "slo_ids" {
  description = "The SLOs of each service, by what they promise."
  value = {
    checkout   = module.checkout.slo_ids
    storefront = module.storefront.slo_ids
  }
}

output "rota_ids" {
  description = "The on-call rotas, by name."
  value       = { for rota in [orgconfig_on_call_rota.payments, orgconfig_on_call_rota.platform] : rota.name => rota.id }
}
