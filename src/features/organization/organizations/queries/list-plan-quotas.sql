SELECT plan, quotas FROM plan_quotas ORDER BY plan
