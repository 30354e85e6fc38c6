SELECT session_hash AS "sessionHash", organization_id AS "organizationId", sealed_id_token AS "sealedIdToken"
FROM sso_sign_ins
WHERE session_hash > :after_hash
ORDER BY session_hash
LIMIT :limit
