resource "orgconfig_aws_external_id" "this" {}

output "external_id" {
  value = orgconfig_aws_external_id.this.external_id
}
