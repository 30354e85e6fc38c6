INSERT INTO discoveries (organization_id, service, environment, reported, at)
VALUES (:organization_id, :service, :environment, :reported, :at)
ON CONFLICT (organization_id, service, environment)
DO UPDATE SET reported = EXCLUDED.reported, at = EXCLUDED.at
