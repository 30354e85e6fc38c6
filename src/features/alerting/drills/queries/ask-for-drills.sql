-- An agent is there; written once a minute at most.
INSERT INTO drill_agents AS one (organization_id, connector_id, asked_at)
VALUES (:organization_id, :connector_id, now())
ON CONFLICT (organization_id, connector_id) DO UPDATE SET asked_at = now()
WHERE one.asked_at < now() - interval '1 minute'
