coalesce((SELECT of_plan.quotas FROM plan_quotas AS of_plan WHERE of_plan.plan = organization.plan), '{}')
  || organization.quotas
