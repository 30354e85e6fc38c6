UPDATE heartbeats SET sealed_token = :after
WHERE organization_id = :organization_id AND id = :id AND sealed_token = :before
RETURNING id
