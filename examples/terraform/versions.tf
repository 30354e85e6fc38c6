terraform {
  required_version = ">= 1.11"

  required_providers {
    orgconfig = {
      source = "orgconfig/orgconfig"
    }
  }
}

# ORGCONFIG_URL and ORGCONFIG_KEY say where the service is and who calls.
provider "orgconfig" {
  organization = var.organization
}
