SELECT user_id AS "userId" FROM sso_identities
WHERE organization_id = :organization_id AND issuer = :issuer AND subject = :subject
