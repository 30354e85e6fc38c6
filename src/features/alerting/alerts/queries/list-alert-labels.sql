SELECT id, title, labels
FROM alerts
WHERE organization_id = :organization_id AND id = ANY (:ids::text[])
