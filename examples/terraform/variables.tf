variable "organization" {
  description = "The slug of the organization that this set-up is for. A key of another one is refused before anything is read."
  type        = string
  default     = null
}

variable "prometheus_url" {
  description = "Where Prometheus answers queries."
  type        = string
  default     = "https://prometheus.example.com"
}

variable "pager_key" {
  description = "The integration key of the pager. It is in no file, plan or state: set TF_VAR_pager_key."
  type        = string
  sensitive   = true
  ephemeral   = true
}

variable "pager_key_version" {
  description = "Raise it with every new pager_key: Terraform keeps no secret that it could compare."
  type        = number
  default     = 1
}

variable "freeze_until" {
  description = "Holds all deploys until this moment, such as 2099-01-02T06:00:00Z; null for no freeze."
  type        = string
  default     = null
}
