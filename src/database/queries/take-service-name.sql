-- Answers no row when another organization holds the name.
INSERT INTO service_names (kind, field, value, organization_id)
VALUES (:kind, :field, :value, :organization_id)
ON CONFLICT (kind, field, value) DO UPDATE SET value = EXCLUDED.value
WHERE service_names.organization_id = EXCLUDED.organization_id
RETURNING value
