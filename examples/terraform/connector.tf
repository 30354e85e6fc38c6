variable "aws_role" {
  type      = string
  ephemeral = true
}

resource "orgconfig_connector" "production" {
  name           = "production"
  type           = "cloud"
  connector_type = "aws"
  metadata       = { account = "production" }

  config_wo         = jsonencode({ role_arn = var.aws_role })
  config_wo_version = 1
}
