resource "orgconfig_ai_provider" "main" {
  name          = "main"
  provider_name = "ollama"
  model         = "llama3"
  base_url      = "http://ollama.internal:11434"
}

resource "orgconfig_ai_settings" "this" {
  enabled             = true
  default_provider_id = orgconfig_ai_provider.main.id
  daily_token_limit   = 2000000
  allowed_data        = ["logs", "metrics"]
}
