terraform {
  required_version = ">= 1.11"

  required_providers {
    orgconfig = {
      source = "orgconfig/orgconfig"
    }
  }
}
