-- Whether any alert of a service is known; a drill says nothing of it.
SELECT id FROM alerts
WHERE organization_id = :organization_id AND service = :service AND drill_id IS NULL
LIMIT 1
