SELECT id, event, title, body, service, labels, url, dedupe_key AS "dedupeKey", decision, at
FROM events
WHERE organization_id = :organization_id AND dedupe_key = :dedupe_key AND at > :since
