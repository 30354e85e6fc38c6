SELECT group_key AS "groupKey" FROM alert_truncated_groups
WHERE organization_id = :organization_id AND connector_id = :connector_id
LIMIT 1
