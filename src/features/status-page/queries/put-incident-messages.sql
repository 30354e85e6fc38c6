-- Of an update to everybody who wants it.
INSERT INTO status_page_messages (organization_id, subscriber_id, incident_id, at, next_attempt_at)
SELECT organization_id, id, :incident_id, :at, :now
FROM status_page_subscribers
WHERE organization_id = :organization_id AND status = 'confirmed'
  AND (component_ids = '{}' OR component_ids && :component_ids::text[])
ON CONFLICT DO NOTHING
