SELECT name, sealed_request, plan_id, applied_at
FROM plan_sets
WHERE organization_id = :organization_id AND name = :name
