-- @param value: nullable
DELETE FROM service_names
WHERE organization_id = :organization_id AND kind = :kind AND field = :field AND value IS DISTINCT FROM :value
