INSERT INTO discoveries (organization_id, service, environment, reported, at) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (organization_id, service, environment)
DO UPDATE SET reported = EXCLUDED.reported, at = EXCLUDED.at
