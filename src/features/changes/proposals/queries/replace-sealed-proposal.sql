UPDATE proposals SET sealed_request = :after
WHERE organization_id = :organization_id AND id = :id AND sealed_request = :before
RETURNING id
