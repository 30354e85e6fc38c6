DELETE FROM service_names
WHERE organization_id = $1 AND kind = $2 AND field = $3 AND value IS DISTINCT FROM $4
