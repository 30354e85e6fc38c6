-- @param body, service, url, dedupe_key: nullable
INSERT INTO events (organization_id, id, event, title, body, service, labels, url, dedupe_key, decision, at)
VALUES (:organization_id, :id, :event, :title, :body, :service, :labels, :url, :dedupe_key, :decision, :at)
ON CONFLICT (organization_id, dedupe_key) DO NOTHING
RETURNING id
