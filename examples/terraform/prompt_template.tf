resource "orgconfig_prompt_template" "rca" {
  name        = "rca"
  prompt_type = "rca_system"
  is_default  = true

  content = <<-EOT
    You write root cause analyses for engineers.
    Name the change that began it, and the evidence for that.
  EOT
}
