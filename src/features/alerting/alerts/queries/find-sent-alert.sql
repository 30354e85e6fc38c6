-- An alert of a connector that has one of these labels, open or not.
SELECT id FROM alerts
WHERE organization_id = :organization_id AND connector_id = :connector_id AND labels ?| :labels::text[]
LIMIT 1
