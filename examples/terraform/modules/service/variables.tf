variable "name" {
  description = "The service, as its metrics and alerts call it."
  type        = string
}

variable "team_id" {
  description = "The team that runs the service."
  type        = string
}

variable "data_source_id" {
  description = "Where its metrics are."
  type        = string
}

# An object, because Terraform has to know before the first apply whether there is one, and no id is known then.
variable "pager" {
  description = "The outbound config that is paged for critical alerts; null pages nobody."
  type        = object({ id = string })
  default     = null
}

variable "availability" {
  description = "How many requests have to succeed."
  type = object({
    good_query     = string
    total_query    = string
    target_percent = optional(number, 99.5)
  })

  validation {
    condition     = var.availability.target_percent >= 90 && var.availability.target_percent < 100
    error_message = "A target is at least 90 and less than 100: 100 leaves no error budget."
  }
}

variable "latency" {
  description = "How fast answers have to be; null promises nothing."
  type = object({
    query          = string
    below_seconds  = number
    target_percent = optional(number, 99)
  })
  default = null
}

variable "freeze_until" {
  description = "Holds the service's deploys until this moment; null for no freeze."
  type        = string
  default     = null
}

variable "budget_threshold_percent" {
  description = "Deploys are held while less of the error budget than this is left."
  type        = number
  default     = 10
}
