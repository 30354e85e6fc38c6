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

variable "payments_people" {
  description = "Who takes weeks of the Payments rota, in this order."
  type        = list(string)
  default     = ["ada@example.com", "ben@example.com"]

  validation {
    condition     = length(var.payments_people) >= 2
    error_message = "Primary and secondary are two people: name at least two."
  }
}

variable "payments_people_by_day" {
  description = "Who takes working days of the Payments rota, in this order."
  type        = list(string)
  default     = ["cy@example.com", "dee@example.com"]
}

variable "offices" {
  description = "Who follows the sun in the Platform rota. Hours are UTC; a week begins on the weekday that has its first hour."
  type = list(object({
    name    = string
    start   = string
    end     = string
    weekday = optional(string, "mon")
    people  = list(string)
  }))
  default = [
    # Monday morning in Sydney is Sunday evening in UTC.
    { name = "Sydney", start = "22:00", end = "06:00", weekday = "sun", people = ["eve@example.com", "finn@example.com"] },
    { name = "Berlin", start = "06:00", end = "14:00", people = ["gus@example.com", "hana@example.com"] },
    { name = "New York", start = "14:00", end = "22:00", people = ["ian@example.com", "joy@example.com"] },
  ]

  validation {
    condition     = alltrue([for place, office in var.offices : office.end == var.offices[(place + 1) % length(var.offices)].start])
    error_message = "Each office ends when the next one starts, and the last when the first does: else nobody is on call, or two are."
  }
}
