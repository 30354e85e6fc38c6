SELECT one.organization_id AS "organizationId", one.sealed_id_token AS "sealedIdToken"
FROM sessions AS session
JOIN sso_sign_ins AS one ON one.session_hash = session.hash
WHERE session.id = :session_id
