variable "openai_key" {
  type      = string
  sensitive = true
  ephemeral = true
}

resource "orgconfig_ai_provider" "main" {
  name          = "main"
  provider_name = "openai"
  model         = "gpt-5"
  is_default    = true

  api_key_wo         = var.openai_key
  api_key_wo_version = 1
}
