-- Of these alerts, those that no other node has settled, and whose row nobody holds: the rest is looked at again.
UPDATE alerts SET reach_settled_at = now()
WHERE organization_id = :organization_id AND id IN (
  SELECT id FROM alerts
  WHERE organization_id = :organization_id AND id = ANY (:ids::text[]) AND reach_settled_at IS NULL
  ORDER BY id
  FOR UPDATE SKIP LOCKED
)
RETURNING id
