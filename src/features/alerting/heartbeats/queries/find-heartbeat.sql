SELECT organization_id AS "organizationId", id FROM heartbeats WHERE token_hash = :token_hash
