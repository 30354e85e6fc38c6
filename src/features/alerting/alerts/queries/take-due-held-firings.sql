DELETE FROM held_firings
WHERE organization_id = :organization_id AND connector_id = :connector_id AND due_at <= now()
RETURNING fingerprint, started_at AS "startedAt", receiver, group_key AS "groupKey", group_labels AS "groupLabels", said
