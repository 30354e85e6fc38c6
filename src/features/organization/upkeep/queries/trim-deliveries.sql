-- The oldest of what was sent or given up; so many at most. What reports an alert that is still open stays: its end goes
-- to the same targets.
DELETE FROM deliveries
WHERE (organization_id, id) IN (
  SELECT old.organization_id, old.id FROM deliveries AS old
  WHERE old.organization_id = :organization_id AND old.status IN ('sent', 'parked') AND old.ended_at IS NOT NULL
    AND NOT EXISTS (
      SELECT FROM delivery_alerts AS notified
      JOIN alerts AS one ON one.organization_id = notified.organization_id AND one.id = notified.alert_id
      WHERE notified.organization_id = old.organization_id AND notified.source = old.source AND one.resolved_at IS NULL
    )
  ORDER BY old.ended_at, old.id
  LIMIT :limit
)
RETURNING id
