INSERT INTO status_pages AS known (organization_id, version)
VALUES (:organization_id, 1)
ON CONFLICT (organization_id) DO UPDATE SET version = known.version + 1
