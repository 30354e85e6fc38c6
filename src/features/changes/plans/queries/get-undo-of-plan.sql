-- The plan that took another one back last, by itself or with the whole run that it was applied in.
-- @param run: nullable
-- @result applied_at: !
SELECT id, applied_at FROM plans
WHERE organization_id = :organization_id AND status = 'applied' AND (
  head::json ->> 'undoes' = :plan_id
  OR (head::json ->> 'undoes_run' = :run AND applied_at > (
    SELECT undone.applied_at FROM plans AS undone
    WHERE undone.organization_id = :organization_id AND undone.id = :plan_id
  ))
)
ORDER BY applied_at DESC
LIMIT 1
