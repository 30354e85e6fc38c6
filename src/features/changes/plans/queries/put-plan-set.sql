INSERT INTO plan_sets (organization_id, name, sealed_request, plan_id, applied_at)
VALUES (:organization_id, :name, :sealed_request, :plan_id, :applied_at)
ON CONFLICT (organization_id, name) DO UPDATE
SET sealed_request = EXCLUDED.sealed_request, plan_id = EXCLUDED.plan_id, applied_at = EXCLUDED.applied_at
