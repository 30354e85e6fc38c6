-- Before all else that waits: somebody sits at the page.
INSERT INTO status_page_messages (organization_id, subscriber_id, incident_id, at, next_attempt_at)
VALUES (:organization_id, :id, '', :now, :now::timestamptz - interval '1 day')
ON CONFLICT DO NOTHING
