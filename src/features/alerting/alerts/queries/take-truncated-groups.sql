-- Those that were noted before the engine was asked.
DELETE FROM alert_truncated_groups
WHERE organization_id = :organization_id AND connector_id = :connector_id AND noted_at < :before
RETURNING group_key AS "groupKey", receiver, group_labels AS "groupLabels"
