-- What reports an alert that is still open stays: its end goes to the same targets.
DELETE FROM deliveries
WHERE (organization_id, id) IN (
  SELECT old.organization_id, old.id FROM deliveries AS old
  WHERE ((old.status = 'sent' AND old.ended_at < :sent_before)
      OR (old.status = 'parked' AND old.ended_at < :parked_before))
    AND NOT EXISTS (
      SELECT FROM delivery_alerts AS notified
      JOIN alerts AS one ON one.organization_id = notified.organization_id AND one.id = notified.alert_id
      WHERE notified.organization_id = old.organization_id AND notified.source = old.source AND one.resolved_at IS NULL
    )
  LIMIT :limit
)
RETURNING id
