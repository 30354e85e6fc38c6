resource "orgconfig_service_binding" "checkout" {
  service     = "checkout"
  environment = "production"
  account_id  = "123456789012"
  region      = "eu-west-1"
  log_groups  = ["/ecs/checkout"]

  metric_selectors = [{
    namespace   = "AWS/ECS"
    metric_name = "CPUUtilization"
    dimensions  = [{ name = "ServiceName", value = "checkout" }]
  }]
}
