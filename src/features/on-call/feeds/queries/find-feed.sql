-- @result owner: !
SELECT organization_id AS "organizationId", id, owner FROM rota_feeds WHERE token_hash = :token_hash
UNION ALL
SELECT NULL, NULL, user_id FROM account_feeds WHERE token_hash = :token_hash
