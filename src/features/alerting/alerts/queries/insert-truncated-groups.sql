INSERT INTO alert_truncated_groups (organization_id, connector_id, group_key, receiver, group_labels)
SELECT DISTINCT ON (one.group_key) :organization_id, :connector_id, one.group_key, one.receiver, one.group_labels
FROM jsonb_to_recordset(:groups::jsonb) AS one (group_key text, receiver text, group_labels jsonb)
ON CONFLICT (organization_id, connector_id, group_key) DO UPDATE SET noted_at = now()
