-- Those that nobody asks for any more go with it.
WITH forgotten AS (
  DELETE FROM gone_mutes WHERE organization_id = :organization_id AND ended_at <= :since
)
INSERT INTO gone_mutes (organization_id, id, configuration, began_at, ended_at)
VALUES (:organization_id, :id, :configuration::jsonb, :began_at, :ended_at)
ON CONFLICT (organization_id, id) DO UPDATE SET ended_at = EXCLUDED.ended_at
