SELECT id FROM heartbeats
WHERE organization_id = :organization_id AND id = :id AND sealed_token IS NOT NULL
