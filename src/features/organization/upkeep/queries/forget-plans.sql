-- Of every organization, also where nobody makes plans any more.
DELETE FROM plans
WHERE (organization_id, id) IN (
  SELECT organization_id, id FROM plans
  WHERE (status = 'applied' AND applied_at < :applied_before)
    OR (status <> 'applied' AND expires_at < :expired_before)
  LIMIT :limit
)
RETURNING id
