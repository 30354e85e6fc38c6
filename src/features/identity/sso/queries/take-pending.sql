-- Of two that come with the same, one finds it.
DELETE FROM sso_pending WHERE hash = :hash AND purpose = :purpose AND expires_at > :now
RETURNING organization_id AS "organizationId", content
