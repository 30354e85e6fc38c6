-- The plan that took another one back last.
-- @result applied_at: !
SELECT id, applied_at FROM plans
WHERE organization_id = :organization_id AND status = 'applied' AND head::json ->> 'undoes' = :plan_id
ORDER BY applied_at DESC
LIMIT 1
