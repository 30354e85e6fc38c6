output "slo_ids" {
  description = "The SLOs of each service, by what they promise."
  value = {
    checkout   = module.checkout.slo_ids
    storefront = module.storefront.slo_ids
  }
}
