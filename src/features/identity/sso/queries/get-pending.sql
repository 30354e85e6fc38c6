SELECT organization_id AS "organizationId", content FROM sso_pending
WHERE hash = :hash AND purpose = :purpose AND expires_at > :now
