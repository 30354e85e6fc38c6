-- Takes what is due for a while: whoever took it and ended leaves it to others after that.
WITH due AS (
  SELECT organization_id, subscriber_id, incident_id, at
  FROM status_page_messages
  WHERE next_attempt_at <= :now
  ORDER BY next_attempt_at
  LIMIT :limit
  FOR UPDATE SKIP LOCKED
)
UPDATE status_page_messages SET attempts = attempts + 1, next_attempt_at = :lease_until
FROM due
JOIN status_page_subscribers AS subscriber
  ON subscriber.organization_id = due.organization_id AND subscriber.id = due.subscriber_id
WHERE status_page_messages.organization_id = due.organization_id
  AND status_page_messages.subscriber_id = due.subscriber_id
  AND status_page_messages.incident_id = due.incident_id AND status_page_messages.at = due.at
RETURNING status_page_messages.organization_id, status_page_messages.subscriber_id,
  status_page_messages.incident_id, status_page_messages.at, status_page_messages.attempts,
  subscriber.channel, subscriber.sealed_address, subscriber.status
