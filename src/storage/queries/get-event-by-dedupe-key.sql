SELECT id, event, title, body, service, labels, url, dedupe_key AS "dedupeKey", decision, at
FROM events
WHERE organization_id = $1 AND dedupe_key = $2 AND at > $3
