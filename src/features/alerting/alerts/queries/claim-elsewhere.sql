-- Of these alerts, those that no other node looks at: they are looked at again so many seconds from now.
UPDATE alerts SET elsewhere_due_at = now() + :after_seconds * interval '1 second'
WHERE organization_id = :organization_id AND id IN (
  SELECT id FROM alerts
  WHERE organization_id = :organization_id AND id = ANY (:ids::text[]) AND elsewhere_due_at <= now() AND resolved_at IS NULL
    AND acknowledged_at IS NULL
  ORDER BY id
  FOR UPDATE SKIP LOCKED
)
RETURNING id
